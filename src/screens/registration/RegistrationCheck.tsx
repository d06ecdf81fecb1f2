import type { RegistrationValues } from '../../../machines/registration/registration.types.ts';
import { registrationCheck as text } from '../../content/registration.ts';

/** What was typed, to be read once more above the button. */
export function RegistrationCheck({ values }: { values: RegistrationValues }) {
  const { name, grade, course, phone, email, refrence, refrenceSt } = values;
  return (
    <section className="registration-check" aria-labelledby="registration-check">
      <h2 id="registration-check">{text.heading}</h2>
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
          <dd>{phone}</dd>
        </div>
        <div>
          <dt>{text.email}</dt>
          <dd>{email.trim()}</dd>
        </div>
        <div>
          <dt>{text.parents}</dt>
          <dd>{`${refrence}, ${refrenceSt}`}</dd>
        </div>
      </dl>
    </section>
  );
}
