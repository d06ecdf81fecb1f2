import { useFocusOnMount } from '../../browser/focus.ts';

/** What replaces the form once the student is registered. Spec §8. */
export function RegistrationSuccessful({ paymentId, email }: { paymentId: string | null; email: string }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Registration Successful!
      </h1>
      <p>Your payment was processed successfully.</p>
      <p>Thank you for registering. You will receive a confirmation email shortly.</p>
      <dl className="receipt">
        <dt>Payment reference</dt>
        <dd>{paymentId}</dd>
        <dt>Confirmation goes to</dt>
        <dd>{email}</dd>
      </dl>
    </>
  );
}
