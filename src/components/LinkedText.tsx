import { site } from '../content/site.ts';
import { ContactLink } from './ContactLink.tsx';

const escapeRegExp = (text: string) => text.replace(/[^\w\s]/g, '\\$&');
const CONTACT_PATTERN = new RegExp(`(${escapeRegExp(site.phone)}|${escapeRegExp(site.email)})`);

/** A text in which the phone number and the e-mail address of the provider are links. It names each once at most. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(CONTACT_PATTERN).map((part) => {
    if (part === site.phone) return <ContactLink key={part} by="phone" />;
    return part === site.email ? <ContactLink key={part} by="email" /> : part;
  });
