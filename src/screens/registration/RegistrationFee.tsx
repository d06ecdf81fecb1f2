import { NewTabLink } from '../../components/NewTabLink.tsx';
import { Points } from '../../components/Points.tsx';
import { registrationFee as text } from '../../content/registration.ts';

/** The purpose of the fee, the steps after the payment, and the last day to cancel a registration. */
export function RegistrationFee() {
  return (
    <section className="fee-terms" aria-labelledby="fee-terms">
      <h2 id="fee-terms">{text.heading}</h2>
      <Points points={text.points} />
      <p lang="hi">{text.hindi}</p>
      <NewTabLink href={text.link.href}>{text.link.label}</NewTabLink>
    </section>
  );
}
