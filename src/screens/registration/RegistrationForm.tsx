import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { registrationMachine } from '../../../machines/registration/registration.machine.ts';
import {
  courses,
  FEE,
  firstProblem,
  grades,
  registrationFields,
} from '../../../machines/registration/registration.rules.ts';
import type { RegistrationValues } from '../../../machines/registration/registration.types.ts';
import { useRestoreFocus } from '../../browser/focus.ts';
import { Alert } from '../../components/Alert.tsx';
import { FailureAdvice } from '../../components/FailureAdvice.tsx';
import { CheckboxField, SelectField, TextField } from '../../components/fields.tsx';
import { NewTabLink } from '../../components/NewTabLink.tsx';
import { NoScriptNotice } from '../../components/NoScriptNotice.tsx';
import { registrationHints as hints } from '../../content/registration.ts';
import { fieldId, formId, submitId } from '../../flows/registration.ts';
import { RegistrationSummary } from './RegistrationSummary.tsx';

type Snapshot = SnapshotFrom<typeof registrationMachine>;

type Props = { snapshot: Snapshot; send: (event: EventFromLogic<typeof registrationMachine>) => void };

type TextFieldName = Exclude<keyof RegistrationValues, 'acceptTerms' | 'grade' | 'course'>;

const submitLabel = (snapshot: Snapshot): string => {
  if (snapshot.matches('registering')) return 'Saving the registration…';
  if (snapshot.matches('paying') && snapshot.hasTag('busy')) return 'Waiting for the payment…';
  if (snapshot.hasTag('busy')) return 'Processing…';
  if (snapshot.hasTag('paid')) return 'Complete the registration';
  return `Register and pay ₹${FEE.rupees}`;
};

/** The registration form in whatever state its machine is. */
export function RegistrationForm({ snapshot, send }: Props) {
  const { values, problem, alert, order } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isPaid = snapshot.hasTag('paid');
  const button = useRestoreFocus<HTMLButtonElement>(isBusy);

  const fieldProps = (name: keyof RegistrationValues) => ({
    id: fieldId(name),
    name,
    maxLength: registrationFields[name].maxLength,
    problem: problem?.field === name ? problem.message : undefined,
  });
  const textFieldProps = (name: TextFieldName) => ({
    ...fieldProps(name),
    value: values[name],
    onChange: (value: string) => send({ type: 'changed', values: { [name]: value } }),
  });
  const selectFieldProps = (name: 'grade' | 'course') => ({
    ...fieldProps(name),
    value: values[name],
    onChange: (value: string) => send({ type: 'changed', values: { [name]: value } }),
  });
  const phoneInput = { type: 'tel', inputMode: 'tel' } as const;

  return (
    <form
      id={formId}
      tabIndex={-1}
      className="registration-form"
      // Before hydration, submitting does nothing, rather than putting the values into the URL.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'submitted' });
      }}
    >
      <NoScriptNotice />
      <p>All fields are required.</p>
      <fieldset disabled={isBusy}>
        <legend>Student</legend>
        <TextField {...textFieldProps('name')} label="Full Name" autoComplete="name" />
        <TextField {...textFieldProps('father')} label="Father Name" autoComplete="off" />
        <TextField {...textFieldProps('mother')} label="Mother Name" autoComplete="off" />
        <SelectField
          {...selectFieldProps('grade')}
          label="Grade"
          options={grades}
          placeholder="Select your grade"
        />
        <SelectField
          {...selectFieldProps('course')}
          label="Course"
          options={courses}
          placeholder="Select a course"
        />
      </fieldset>
      <fieldset disabled={isBusy}>
        <legend>Contact</legend>
        <TextField
          {...textFieldProps('phone')}
          {...phoneInput}
          label="Phone"
          autoComplete="tel"
          hint={hints.phone}
        />
        <TextField
          {...textFieldProps('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          readOnly={isPaid && problem?.field !== 'email'}
          hint={isPaid && order ? hints.emailOfPayment : hints.email}
        />
        <TextField {...textFieldProps('city')} label="City" autoComplete="address-level2" />
        <TextField
          {...textFieldProps('refrence')}
          {...phoneInput}
          label="Parent's Phone"
          autoComplete="off"
          hint={hints.parentPhone}
        />
        <TextField
          {...textFieldProps('refrenceSt')}
          {...phoneInput}
          label="Second Parent's Phone"
          autoComplete="off"
          hint={hints.parentPhone}
        />
      </fieldset>
      <fieldset disabled={isBusy}>
        <CheckboxField
          {...fieldProps('acceptTerms')}
          checked={values.acceptTerms}
          onChange={(acceptTerms) => send({ type: 'changed', values: { acceptTerms } })}
        >
          I accept the <NewTabLink href="/register-term">terms and conditions</NewTabLink>
        </CheckboxField>
      </fieldset>
      {firstProblem(values) === null && <RegistrationSummary values={values} />}
      <button id={submitId} ref={button} type="submit" className="button" disabled={isBusy}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {submitLabel(snapshot)}
      </button>
      <Alert
        kind="error"
        message={isBusy ? null : alert}
        onDismiss={isPaid ? undefined : () => send({ type: 'alertDismissed' })}
      >
        {!snapshot.hasTag('paymentUnknown') && <FailureAdvice />}
      </Alert>
      <p role="status" className="progress">
        {snapshot.matches({ loadingCheckout: { requesting: 'slow' } }) &&
          'The payment window is taking longer than usual to load. Please wait.'}
        {snapshot.matches({ loadingCheckout: 'waitingToRetry' }) &&
          'The payment window did not load. Trying again…'}
        {snapshot.matches({ paying: 'open' }) && 'Please finish paying in the payment window.'}
        {snapshot.hasTag('paid') && !isBusy && 'Your fee is paid. You will not be asked to pay again.'}
      </p>
      {snapshot.matches({ paying: 'open' }) && (
        <button type="button" className="button secondary" onClick={() => send({ type: 'returnedToForm' })}>
          The payment window is not there
        </button>
      )}
    </form>
  );
}
