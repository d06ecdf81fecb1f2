import { site } from '../content/site.ts';
import { ContactLink } from './ContactLink.tsx';

const literally = (text: string) => text.replace(/[^\w\s]/g, '\\$&');
const CONTACTS = new RegExp(`(${literally(site.phone)}|${literally(site.email)})`);

/** A text in which the phone number and the e-mail address of the provider are links. It names each once at most. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(CONTACTS).map((part) => {
    if (part === site.phone) return <ContactLink key={part} by="phone" />;
    return part === site.email ? <ContactLink key={part} by="email" /> : part;
  });
