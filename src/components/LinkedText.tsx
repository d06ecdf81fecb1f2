import { site } from '../content/site.ts';
import { ContactLink } from './ContactLink.tsx';
import { UnbrokenAmounts } from './UnbrokenAmounts.tsx';

const escapeRegExp = (text: string) => text.replace(/[^\w\s]/g, '\\$&');
const CONTACT_PATTERN = new RegExp(`(${escapeRegExp(site.phone)}|${escapeRegExp(site.email)})`);

/** A text in which the provider's phone number and e-mail address are links. It may contain each once. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(CONTACT_PATTERN).map((part) => {
    if (part === site.phone) return <ContactLink key={part} by="phone" />;
    return part === site.email ? (
      <ContactLink key={part} by="email" />
    ) : (
      <UnbrokenAmounts key={part} text={part} />
    );
  });
