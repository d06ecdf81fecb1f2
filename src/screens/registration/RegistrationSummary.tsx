import type { RegistrationValues } from '../../../machines/registration/registration.types.ts';
import { registrationSummary as text } from '../../content/registration.ts';

/** The entered values, to be checked before the form is submitted. */
export function RegistrationSummary({ values }: { values: RegistrationValues }) {
  const { name, grade, course, phone, email, refrence, refrenceSt } = values;
  return (
    <section className="registration-summary" aria-labelledby="registration-summary">
      <h2 id="registration-summary">{text.heading}</h2>
      <dl>
        <div>
          <dt>{text.student}</dt>
          <dd>{`${name.trim()}, ${grade} grade`}</dd>
        </div>
        <div>
          <dt>{text.course}</dt>
          <dd>{course}</dd>
        </div>
        <div>
          <dt>{text.phone}</dt>
          <dd translate="no">{phone}</dd>
        </div>
        <div>
          <dt>{text.email}</dt>
          <dd translate="no">{email.trim()}</dd>
        </div>
        <div>
          <dt>{text.parents}</dt>
          <dd translate="no">{`${refrence}, ${refrenceSt}`}</dd>
        </div>
      </dl>
    </section>
  );
}
