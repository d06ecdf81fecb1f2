import { registrationAside as text } from '../../content/registration.ts';
import { site } from '../../content/site.ts';

/** What happens with the details and the money, and who helps. */
export function RegistrationAside() {
  return (
    <aside className="registration-aside" aria-label="About this registration">
      <h2>{text.paymentHeading}</h2>
      {text.payment.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <h2>{text.detailsHeading}</h2>
      <ul>
        {text.details.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="registration-aside-links">
        {text.links.map(({ label, href }) => (
          <a key={href} href={href} target="_blank" rel="noopener">
            {label}
          </a>
        ))}
      </p>
      <h2>{text.helpHeading}</h2>
      <p className="registration-aside-links">
        <a href={site.phoneHref}>{site.phone}</a>
        <a href={site.emailHref}>{site.email}</a>
      </p>
    </aside>
  );
}
