import { registrationSteps } from '../../content/registration.ts';

/** The steps of the registration, with the current one marked: details, payment, enrolled. */
export function RegistrationSteps({ current }: { current: (typeof registrationSteps)[number] }) {
  const currentIndex = registrationSteps.indexOf(current);
  const doneCount = current === 'Enrolled' ? registrationSteps.length : currentIndex;
  return (
    <ol role="list" className="steps" aria-label="Steps of the registration">
      {registrationSteps.map((step, index) => (
        <li
          key={step}
          className={index < doneCount ? 'step step-done' : 'step'}
          aria-current={step === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
