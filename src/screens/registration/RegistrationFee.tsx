import { NewTabLink } from '../../components/NewTabLink.tsx';
import { Points } from '../../components/Points.tsx';
import { registrationFee as text } from '../../content/registration.ts';

/** Says what the fee is for, what follows the payment, and until when a registration can be cancelled. */
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
