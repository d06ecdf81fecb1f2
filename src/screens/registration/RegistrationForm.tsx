import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { registrationIds } from '../../../machines/registration/registration.ids.ts';
import type { registrationMachine } from '../../../machines/registration/registration.machine.ts';
import {
  registrationButtons,
  registrationProgress,
} from '../../../machines/registration/registration.messages.ts';
import { FEE, firstProblem, registrationFields } from '../../../machines/registration/registration.rules.ts';
import { useRestoreFocus } from '../../browser/focus.ts';
import { useFormControls } from '../../browser/formControls.ts';
import { Alert } from '../../components/Alert.tsx';
import { ConnectionNotice } from '../../components/ConnectionNotice.tsx';
import { FailureAdvice } from '../../components/FailureAdvice.tsx';
import { RequiredNote } from '../../components/fields.tsx';
import { LinkedText } from '../../components/LinkedText.tsx';
import { NoScriptNotice } from '../../components/NoScriptNotice.tsx';
import { paidBefore, paidBeforeHindi, anotherStudentText as text } from '../../content/registration.ts';
import { PaidFee } from './PaidFee.tsx';
import { PaymentAdvice } from './PaymentAdvice.tsx';
import { RegistrationFee } from './RegistrationFee.tsx';
import { RegistrationFields } from './RegistrationFields.tsx';
import { RegistrationSummary } from './RegistrationSummary.tsx';

type Snapshot = SnapshotFrom<typeof registrationMachine>;

type Props = { snapshot: Snapshot; send: (event: EventFromLogic<typeof registrationMachine>) => void };

const isDeclined = (snapshot: Snapshot) => snapshot.can({ type: 'checkRequested' });

const submitLabel = (snapshot: Snapshot): string => {
  if (snapshot.matches('registering')) return registrationButtons.saving;
  if (snapshot.matches('paying') && snapshot.hasTag('busy')) return registrationButtons.waiting;
  if (snapshot.hasTag('busy')) return registrationButtons.processing;
  if (snapshot.hasTag('paid')) return registrationButtons.complete;
  if (isDeclined(snapshot)) return registrationButtons.payAgain;
  if (snapshot.context.isUnconfirmed) return registrationButtons.check;
  return registrationButtons.pay;
};

/** The registration form: its fields, its summary, its button and its report. Spec §2, §8. */
export function RegistrationForm({ snapshot, send }: Props) {
  const { values, order, alert, isUnconfirmed, paymentId } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isPaid = snapshot.hasTag('paid');
  const message = isBusy ? null : alert;
  const isInfo = snapshot.hasTag('notice');
  const dismiss = () => send({ type: 'alertDismissed' });
  const button = useRestoreFocus<HTMLButtonElement>(isBusy);
  const controls = useFormControls({
    rules: registrationFields,
    values,
    onChange: (changed) => send({ type: 'changed', values: changed }),
    onSubmit: () => send({ type: 'submitted' }),
  });

  const submit = (
    <button
      key="submit"
      id={registrationIds.submit}
      ref={button}
      type="submit"
      className="button"
      disabled={isBusy}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      <span>{submitLabel(snapshot)}</span>
    </button>
  );
  const check = isDeclined(snapshot) && (
    <button
      key="check"
      type="button"
      className="button secondary"
      onClick={() => send({ type: 'checkRequested' })}
    >
      {registrationButtons.check}
    </button>
  );
  const failure = (
    <Alert
      key="failure"
      kind="error"
      message={isInfo ? null : message}
      onDismiss={isPaid ? undefined : dismiss}
    >
      {(isPaid || !isUnconfirmed) && <FailureAdvice />}
    </Alert>
  );

  return (
    <form
      {...controls}
      id={registrationIds.form}
      tabIndex={-1}
      className="registration-form"
      // Before hydration, submitting does nothing, rather than putting the values into the URL.
      method="dialog"
      noValidate
    >
      <NoScriptNotice />
      <AnotherStudent {...snapshot.context} />
      <RequiredNote />
      <RegistrationFields snapshot={snapshot} />
      {firstProblem(values) === null && <RegistrationSummary values={values} />}
      {!isPaid && <RegistrationFee />}
      {!isPaid && (
        <p className="paid-before">
          <LinkedText text={paidBefore} />
          <span lang="hi">{paidBeforeHindi}</span>
        </p>
      )}
      <ConnectionNotice />
      <PaidFee paymentId={isPaid ? paymentId : null} amount={order?.amount ?? FEE.paise} />
      {isPaid ? [failure, submit] : [submit, check, failure]}
      <Alert kind="info" message={isInfo ? message : null} onDismiss={dismiss} />
      {isUnconfirmed && !isBusy && !isPaid && <PaymentAdvice />}
      <PaymentProgress snapshot={snapshot} send={send} />
    </form>
  );
}

/** Says at the top of the form for another student for whom it is. */
function AnotherStudent({ previousStudent, values }: Snapshot['context']) {
  return (
    previousStudent !== null && (
      <section className="notice" aria-labelledby={registrationIds.another}>
        <h2 id={registrationIds.another} tabIndex={-1}>
          {text.heading}
        </h2>
        <p>{text.forWhom(previousStudent)}</p>
        {values.father !== '' && <p>{text.family}</p>}
      </section>
    )
  );
}

const progress = (snapshot: Snapshot): string => {
  if (snapshot.matches({ loadingCheckout: { requesting: 'slow' } })) return registrationProgress.slow;
  if (snapshot.matches({ loadingCheckout: 'waitingToRetry' })) return registrationProgress.retrying;
  return snapshot.matches({ paying: 'open' }) ? registrationProgress.open : '';
};

/** Says how far the payment is, and leads back to the form where the payment window is lost. */
function PaymentProgress({ snapshot, send }: Props) {
  return (
    <>
      <p role="status" className="progress">
        {progress(snapshot)}
      </p>
      {snapshot.matches({ paying: 'open' }) && (
        <button type="button" className="button secondary" onClick={() => send({ type: 'returnedToForm' })}>
          {registrationButtons.returnToForm}
        </button>
      )}
    </>
  );
}
