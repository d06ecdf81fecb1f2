import { ContactLink } from './ContactLink.tsx';

/** Says what to do instead of filling in a form, where the browser runs no scripts. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="needs-script">
        This form needs JavaScript. You can also write to <ContactLink by="email" /> or call{' '}
        <ContactLink by="phone" />.
      </p>
    </noscript>
  );
}
