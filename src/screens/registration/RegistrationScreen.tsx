import { FEE } from '../../../machines/registration/registration.rules.ts';
import { registration } from '../../flows/registration.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { RegistrationSuccessful } from './RegistrationSuccessful.tsx';

/** Student registration with payment of the course fee. Spec §2. */
export function RegistrationScreen() {
  const { snapshot, send, marks } = useFlow(registration);
  const isPaid = snapshot.hasTag('paid');
  return (
    <section className="page narrow" {...marks}>
      <title>Student Registration</title>
      {snapshot.matches('registered') ? (
        <RegistrationSuccessful
          paymentId={snapshot.context.paymentId}
          email={snapshot.context.values.email}
        />
      ) : (
        <>
          <h1>Student Registration</h1>
          <p className="fee">{isPaid ? 'Course fee paid' : `Course Fee: ₹${FEE.rupees} Only`}</p>
          <RegistrationForm snapshot={snapshot} send={send} />
        </>
      )}
    </section>
  );
}
