import type { SnapshotFrom } from 'xstate';
import { registrationIds } from '../../../machines/registration/registration.ids.ts';
import type { registrationMachine } from '../../../machines/registration/registration.machine.ts';
import { courses, grades, registrationFields } from '../../../machines/registration/registration.rules.ts';
import type { RegistrationValues } from '../../../machines/registration/registration.types.ts';
import { CheckboxField, SelectField } from '../../components/choiceFields.tsx';
import { STUDENT_NAME, TextField } from '../../components/fields.tsx';
import { NewTabLink } from '../../components/NewTabLink.tsx';
import { registrationHints as hints } from '../../content/registration.ts';

type Props = { snapshot: SnapshotFrom<typeof registrationMachine> };

type TextFieldName = Exclude<keyof RegistrationValues, 'acceptTerms'>;

/** The fields of the registration form: student, contact and terms. Spec §3, §5. */
export function RegistrationFields({ snapshot }: Props) {
  const { values, problem, order } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isPaid = snapshot.hasTag('paid');

  const fieldProps = (name: keyof RegistrationValues) => ({
    id: registrationIds.field(name),
    name,
    maxLength: registrationFields[name].maxLength,
    problem: problem?.field === name ? problem.message : undefined,
  });
  const textFieldProps = (name: TextFieldName) => ({
    ...fieldProps(name),
    value: values[name],
    normalize: registrationFields[name].normalize,
  });
  const phoneInput = { type: 'tel', inputMode: 'tel' } as const;

  return (
    <>
      <fieldset disabled={isBusy}>
        <legend>Student</legend>
        <TextField {...textFieldProps('name')} label="Full Name" autoComplete={STUDENT_NAME} />
        <TextField
          {...textFieldProps('father')}
          label="Father Name"
          autoComplete="off"
          hint={hints.parentName}
        />
        <TextField {...textFieldProps('mother')} label="Mother Name" autoComplete="off" />
        <SelectField
          {...textFieldProps('grade')}
          label="Grade"
          options={grades}
          placeholder="Select your grade"
        />
        <SelectField
          {...textFieldProps('course')}
          label="Course"
          options={courses}
          placeholder="Select a course"
          hint={hints.course}
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
        <legend>Terms</legend>
        <CheckboxField {...fieldProps('acceptTerms')} checked={values.acceptTerms}>
          I accept the <NewTabLink href="/register-term">terms and conditions</NewTabLink>
        </CheckboxField>
      </fieldset>
    </>
  );
}
