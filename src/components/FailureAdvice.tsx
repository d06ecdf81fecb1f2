import { ContactLink } from './ContactLink.tsx';

/** Says what the visitor can do when something could not be sent. */
export const FailureAdvice = () => (
  <p className="alert-advice">
    Your details are saved here. Still not working? Call <ContactLink by="phone" /> or write to{' '}
    <ContactLink by="email" />.
  </p>
);
