import type { SnapshotFrom } from 'xstate';
import { registrationIds } from '../../../machines/registration/registration.ids.ts';
import type { registrationMachine } from '../../../machines/registration/registration.machine.ts';
import { feeMessages } from '../../../machines/registration/registration.messages.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { Seo } from '../../components/Seo.tsx';
import { registration } from '../../flows/registration.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { RegistrationAside } from './RegistrationAside.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { RegistrationSuccess } from './RegistrationSuccess.tsx';
import { registrationSeo } from './registration.seo.ts';

const currentStep = (snapshot: SnapshotFrom<typeof registrationMachine>) => {
  if (snapshot.hasTag('receipt')) return 'Enrolled';
  return snapshot.hasTag('busy') || snapshot.hasTag('paid') ? 'Payment' : 'Details';
};

/** Student registration with payment of the course fee. Spec §2. */
export function RegistrationScreen() {
  const { snapshot, send, rootProps, recovery } = useFlow(registration);
  const steps = <RegistrationSteps current={currentStep(snapshot)} />;
  const isRefunded = snapshot.matches('refunded');
  return (
    <section className="page registration" {...rootProps}>
      <Seo {...registrationSeo} />
      <ErrorBoundary recoveryFrom={() => recovery}>
        {snapshot.hasTag('receipt') ? (
          <div className="registered">
            {!isRefunded && steps}
            <RegistrationSuccess
              {...snapshot.context}
              isRefunded={isRefunded}
              onAnother={() => send({ type: 'anotherStudentStarted' })}
              onClear={() => send({ type: 'receiptCleared' })}
            />
          </div>
        ) : (
          <>
            <div className="registration-head">
              <h1 id={registrationIds.heading} tabIndex={-1}>
                Student Registration
              </h1>
              <p className="fee">{snapshot.hasTag('paid') ? feeMessages.paid : feeMessages.due}</p>
              {steps}
            </div>
            <RegistrationForm snapshot={snapshot} send={send} />
            <RegistrationAside isPaid={snapshot.hasTag('paid')} />
          </>
        )}
      </ErrorBoundary>
    </section>
  );
}
