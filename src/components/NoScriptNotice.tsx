import { ContactLink } from './ContactLink.tsx';

/** Says how else to reach the provider where the browser runs no scripts; by default in place of a form. */
export function NoScriptNotice({ what = 'This form', write = 'write to' }) {
  return (
    <noscript>
      <p className="noscript-notice">
        <span>{`${what} needs JavaScript. You can also ${write}`}</span> <ContactLink by="email" /> or call{' '}
        <ContactLink by="phone" />.
      </p>
    </noscript>
  );
}
