import { ContactLink } from './ContactLink.tsx';

/** Advice for a visitor whose form could not be sent. */
export const FailureAdvice = () => (
  <p className="alert-advice">
    Your details are saved here. Still not working? Call <ContactLink by="phone" /> or write to{' '}
    <ContactLink by="email" />.
  </p>
);
