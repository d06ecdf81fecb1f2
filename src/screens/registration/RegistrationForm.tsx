import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { registrationMachine } from '../../../machines/registration/registration.machine.ts';
import { messages } from '../../../machines/registration/registration.messages.ts';
import {
  courses,
  FEE,
  firstProblem,
  grades,
  registrationFields,
} from '../../../machines/registration/registration.rules.ts';
import type { RegistrationValues } from '../../../machines/registration/registration.types.ts';
import { useFocusBack } from '../../browser/focus.ts';
import { Alert } from '../../components/Alert.tsx';
import { FailureAdvice } from '../../components/FailureAdvice.tsx';
import { CheckboxField, SelectField, TextField } from '../../components/fields.tsx';
import { NeedsScript } from '../../components/NeedsScript.tsx';
import { NewTabLink } from '../../components/NewTabLink.tsx';
import { registrationHints as hints } from '../../content/registration.ts';
import { fieldId, formId, submitId } from '../../flows/registration.ts';
import { RegistrationCheck } from './RegistrationCheck.tsx';

type Snapshot = SnapshotFrom<typeof registrationMachine>;

type Props = { snapshot: Snapshot; send: (event: EventFromLogic<typeof registrationMachine>) => void };

type TextValue = Exclude<keyof RegistrationValues, 'acceptTerms' | 'grade' | 'course'>;

const submitLabel = (snapshot: Snapshot): string => {
  if (snapshot.matches('registering')) return 'Saving the registration…';
  if (snapshot.matches('paying') && snapshot.hasTag('busy')) return 'Waiting for the payment…';
  if (snapshot.hasTag('busy')) return 'Processing…';
  if (snapshot.hasTag('paid')) return 'Complete the registration';
  return `Register and pay ₹${FEE.rupees}`;
};

/** Nothing went wrong with these, or it is not known: they say themselves what comes next. */
const saysWhatIsKept: readonly (string | null)[] = [
  messages.dismissed,
  messages.vanished,
  messages.unclear,
  messages.interrupted,
];

/** The registration form in whatever state its machine is. */
export function RegistrationForm({ snapshot, send }: Props) {
  const { values, problem, failure, order } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isPaid = snapshot.hasTag('paid');
  const button = useFocusBack<HTMLButtonElement>(isBusy);

  const frame = (name: keyof RegistrationValues) => ({
    id: fieldId(name),
    name,
    maxLength: registrationFields[name].maxLength,
    problem: problem?.field === name ? problem.message : undefined,
  });
  const text = (name: TextValue) => ({
    ...frame(name),
    value: values[name],
    onChange: (value: string) => send({ type: 'changed', values: { [name]: value } }),
  });
  const choice = (name: 'grade' | 'course') => ({
    ...frame(name),
    value: values[name],
    onChange: (value: string) => send({ type: 'changed', values: { [name]: value } }),
  });
  const phone = { type: 'tel', inputMode: 'tel' } as const;

  return (
    <form
      id={formId}
      tabIndex={-1}
      className="registration-form"
      // Before it comes to life it goes nowhere, rather than into the address.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'submitted' });
      }}
    >
      <NeedsScript />
      <p>All fields are required.</p>
      <fieldset disabled={isBusy}>
        <legend>Student</legend>
        <TextField {...text('name')} label="Full Name" autoComplete="name" />
        <TextField {...text('father')} label="Father Name" autoComplete="off" />
        <TextField {...text('mother')} label="Mother Name" autoComplete="off" />
        <SelectField {...choice('grade')} label="Grade" options={grades} placeholder="Select your grade" />
        <SelectField {...choice('course')} label="Course" options={courses} placeholder="Select a course" />
      </fieldset>
      <fieldset disabled={isBusy}>
        <legend>Contact</legend>
        <TextField {...text('phone')} {...phone} label="Phone" autoComplete="tel" hint={hints.phone} />
        <TextField
          {...text('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          readOnly={isPaid && problem?.field !== 'email'}
          hint={isPaid && order ? hints.emailOfPayment : hints.email}
        />
        <TextField {...text('city')} label="City" autoComplete="address-level2" />
        <TextField
          {...text('refrence')}
          {...phone}
          label="Parent's Phone"
          autoComplete="off"
          hint={hints.parentPhone}
        />
        <TextField
          {...text('refrenceSt')}
          {...phone}
          label="Second Parent's Phone"
          autoComplete="off"
          hint={hints.parentPhone}
        />
      </fieldset>
      <fieldset disabled={isBusy}>
        <CheckboxField
          {...frame('acceptTerms')}
          checked={values.acceptTerms}
          onChange={(acceptTerms) => send({ type: 'changed', values: { acceptTerms } })}
        >
          I accept the <NewTabLink href="/register-term">terms and conditions</NewTabLink>
        </CheckboxField>
      </fieldset>
      {firstProblem(values) === null && <RegistrationCheck values={values} />}
      <button id={submitId} ref={button} type="submit" className="button" disabled={isBusy}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {submitLabel(snapshot)}
      </button>
      <Alert
        kind="error"
        message={isBusy ? null : failure}
        onDismiss={isPaid ? undefined : () => send({ type: 'alertDismissed' })}
      >
        {!saysWhatIsKept.includes(failure) && <FailureAdvice />}
      </Alert>
      <p role="status" className="progress">
        {snapshot.matches({ loadingCheckout: { requesting: 'slow' } }) &&
          'The payment window is taking longer than usual to load. Please wait.'}
        {snapshot.matches({ loadingCheckout: 'pausing' }) && 'The payment window did not load. Trying again…'}
        {snapshot.matches({ paying: 'open' }) && 'Please finish paying in the payment window.'}
        {snapshot.hasTag('paid') && !isBusy && 'Your fee is paid. You will not be asked to pay again.'}
      </p>
      {snapshot.matches({ paying: 'open' }) && (
        <button type="button" className="button quiet" onClick={() => send({ type: 'returnedToForm' })}>
          The payment window is not there
        </button>
      )}
    </form>
  );
}
