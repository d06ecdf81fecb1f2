import { site } from '../content/site.ts';

/** The phone number or the e-mail address of the provider, as a link that calls or writes. Spec §2, Legal pages. */
export const ContactLink = ({ by }: { by: 'phone' | 'email' }) => (
  <a href={site[`${by}Href`]} className={by === 'phone' ? 'no-wrap' : undefined} translate="no">
    {site[by]}
  </a>
);
