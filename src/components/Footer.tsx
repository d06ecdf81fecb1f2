import { footerLinks, legalLinks } from '../content/navigation.ts';
import { site } from '../content/site.ts';
import { ContactLink } from './ContactLink.tsx';
import { NewsletterForm } from './NewsletterForm.tsx';
import { SiteLink } from './SiteLink.tsx';

/** Links, contact details, newsletter and legal links at the foot of every page. Spec §2. */
export function Footer() {
  return (
    <footer className="site-footer">
      <nav className="footer-links" aria-label="Footer">
        <ul>
          {footerLinks.map(({ label, href }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      <address className="footer-contact">
        <p className="site-name" translate="no">
          {site.name}
        </p>
        <p>
          <ContactLink by="phone" />
        </p>
        <p>
          <ContactLink by="email" />
        </p>
        {site.imprint.map((line) => (
          <p key={line} className="imprint">
            {line}
          </p>
        ))}
      </address>
      <NewsletterForm />
      <nav className="legal-links" aria-label="Legal">
        <ul>
          {legalLinks.map(({ label, href }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
