import { feeMessages } from '../../../machines/registration/registration.messages.ts';

/** Says that the fee is paid, with the payment's reference and its amount in paise. Its live region is always rendered. */
export function PaidFee({ paymentId, amount }: { paymentId: string | null; amount: number }) {
  return (
    <div className={paymentId === null ? 'alert alert-empty' : 'alert alert-success'}>
      <div role="status" className="paid-fee">
        {paymentId !== null && (
          <>
            <p>
              <strong>{feeMessages.amountPaid(amount)}</strong>
            </p>
            <p translate="no">{feeMessages.reference(paymentId)}</p>
            <p>{feeMessages.notAgain}</p>
          </>
        )}
      </div>
    </div>
  );
}
