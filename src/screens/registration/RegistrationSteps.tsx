import { registrationSteps } from '../../content/registration.ts';

/** Where one is: details, payment, enrolled. */
export function RegistrationSteps({ current }: { current: (typeof registrationSteps)[number] }) {
  const reached = registrationSteps.indexOf(current);
  const done = current === 'Enrolled' ? registrationSteps.length : reached;
  return (
    <ol className="steps" aria-label="Steps of the registration">
      {registrationSteps.map((step, place) => (
        <li
          key={step}
          className={place < done ? 'step step-done' : 'step'}
          aria-current={step === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
