import { ContactLink } from '../../components/ContactLink.tsx';
import { NewTabLink } from '../../components/NewTabLink.tsx';
import { Points } from '../../components/Points.tsx';
import { registrationAside as text } from '../../content/registration.ts';

/** The steps of the payment until it is made, the use of the details, and help. */
export function RegistrationAside({ isPaid }: { isPaid: boolean }) {
  return (
    <aside className="registration-aside" aria-label="About this registration">
      {!isPaid && (
        <>
          <h2>{text.paymentHeading}</h2>
          {text.payment.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
      <h2>{text.detailsHeading}</h2>
      <Points points={text.details} />
      <p className="link-row">
        {text.links.map(({ label, href }) => (
          <NewTabLink key={href} href={href}>
            {label}
          </NewTabLink>
        ))}
      </p>
      <h2>{text.helpHeading}</h2>
      <p className="link-row">
        <ContactLink by="phone" />
        <ContactLink by="email" />
      </p>
    </aside>
  );
}
