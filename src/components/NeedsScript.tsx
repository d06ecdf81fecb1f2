import { site } from '../content/site.ts';

/** Says what to do instead of filling in a form, where the browser runs no scripts. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="needs-script">
        This form needs JavaScript. You can also write to <a href={site.emailHref}>{site.email}</a> or call{' '}
        <a href={site.phoneHref}>{site.phone}</a>.
      </p>
    </noscript>
  );
}
