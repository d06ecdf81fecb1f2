import { FEE, rupees } from '../../../machines/registration/registration.fee.ts';
import { receiptMessages, registeredMessages } from '../../../machines/registration/registration.messages.ts';
import type { RegistrationContext } from '../../../machines/registration/registration.types.ts';
import { useFocusOnMount } from '../../browser/focus.ts';
import { printPage } from '../../browser/print.ts';
import { Alert } from '../../components/Alert.tsx';
import { CalendarDate } from '../../components/CalendarDate.tsx';
import { ContactLink } from '../../components/ContactLink.tsx';
import { receiptText as text } from '../../content/registration.ts';

type ReceiptProps = Pick<RegistrationContext, 'paymentId' | 'registered' | 'values'> & {
  isRefunded: boolean;
};

/** Replaces the form once the student is registered: the receipt and the next steps, or that the payment was refunded. Spec §8. */
export function RegistrationSuccess({
  paymentId,
  registered,
  values,
  isRefunded,
  onAnother,
  onClear,
}: ReceiptProps & NextStepsProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const { isPaidTwice = false, amount = FEE.paise } = registered ?? {};
  return (
    <>
      <div className="registered-text">
        <h1 ref={heading} tabIndex={-1}>
          {isRefunded ? text.feeRefunded : registeredMessages.heading}
        </h1>
        <Alert kind="info" message={isRefunded ? receiptMessages.refunded(isPaidTwice, amount) : null} />
        {!isRefunded && (
          <>
            <p className="lead">{registeredMessages.processed}</p>
            <p>{registeredMessages.thanks}</p>
            {isPaidTwice && <p className="notice">{receiptMessages.paidTwice(amount)}</p>}
          </>
        )}
      </div>
      <Receipt paymentId={paymentId} registered={registered} values={values} isRefunded={isRefunded} />
      <NextSteps isRefunded={isRefunded} onAnother={onAnother} onClear={onClear} />
    </>
  );
}

function Receipt({ paymentId, registered, values, isRefunded }: ReceiptProps) {
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{text.heading}</h2>
      <p className="receipt-from" translate="no">
        {text.from}
      </p>
      {text.imprint.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl>
        <div className="receipt-amount">
          <dt>{isRefunded ? text.feeRefunded : text.fee}</dt>
          <dd>{rupees(registered?.amount ?? FEE.paise)}</dd>
        </div>
        {registered && (
          <div>
            <dt>{text.date}</dt>
            <dd>
              <CalendarDate date={registered.registeredOn} />
            </dd>
          </div>
        )}
        <div>
          <dt>{text.reference}</dt>
          <dd className="receipt-reference" translate="no">
            {paymentId}
          </dd>
        </div>
        <div>
          <dt>{text.student}</dt>
          <dd>{`${values.name.trim()}, ${values.grade} grade`}</dd>
        </div>
        <div>
          <dt>{text.course}</dt>
          <dd>{values.course}</dd>
        </div>
        {/* Not saved, so not there after a reload. */}
        {values.email !== '' && (
          <div>
            <dt>{text.confirmation}</dt>
            <dd translate="no">{values.email.trim()}</dd>
          </div>
        )}
      </dl>
      <button type="button" className="button secondary" onClick={printPage}>
        {text.print}
      </button>
    </section>
  );
}

type NextStepsProps = { isRefunded: boolean; onAnother: () => void; onClear: () => void };

function NextSteps({ isRefunded, onAnother, onClear }: NextStepsProps) {
  return (
    <section className="next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">{text.nextHeading}</h2>
      {!isRefunded && (
        <ol>
          {text.next.map((step) => (
            <li key={step} className={step === text.keepReference ? 'screen-only' : undefined}>
              {step}
            </li>
          ))}
        </ol>
      )}
      <p className="link-row">
        <ContactLink by="phone" />
        <ContactLink by="email" />
      </p>
      <button type="button" className="button secondary" onClick={onAnother}>
        {text.another}
      </button>
      <p className="screen-only">{text.kept}</p>
      <button type="button" className="button secondary" onClick={onClear}>
        {text.clear}
      </button>
    </section>
  );
}
