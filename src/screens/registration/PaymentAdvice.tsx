import { LinkedText } from '../../components/LinkedText.tsx';
import { paymentAdvice as text } from '../../content/registration.ts';

/** Advice for a visitor who may have paid: the payment, the button, and the details to send us. */
export function PaymentAdvice() {
  return (
    <section className="payment-advice" aria-labelledby="payment-advice">
      <h2 id="payment-advice">{text.heading}</h2>
      <p>{text.debit}</p>
      <p>{text.check}</p>
      <p>
        <LinkedText text={text.help} />
      </p>
    </section>
  );
}
