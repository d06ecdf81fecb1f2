import { paidFee as text } from '../../content/registration.ts';

/** Says that the fee is paid, with the payment's reference. Its live region is always rendered. */
export function PaidFee({ paymentId }: { paymentId: string | null }) {
  return (
    <div className={paymentId === null ? 'alert alert-empty' : 'alert alert-success'}>
      <div role="status" className="paid-fee">
        {paymentId !== null && (
          <>
            <p>
              <strong>{text.feePaid}</strong>
            </p>
            <p translate="no">{text.payment(paymentId)}</p>
            <p>{text.notAgain}</p>
          </>
        )}
      </div>
    </div>
  );
}
