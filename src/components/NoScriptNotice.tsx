import { ContactLink } from './ContactLink.tsx';

/** Says what to do instead, where the browser runs no scripts: by default of filling in a form. */
export function NoScriptNotice({ what = 'This form', write = 'write to' }) {
  return (
    <noscript>
      <p className="noscript-notice">
        {what} needs JavaScript. You can also {write} <ContactLink by="email" /> or call{' '}
        <ContactLink by="phone" />.
      </p>
    </noscript>
  );
}
