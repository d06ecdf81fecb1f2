import { ContactLink } from './ContactLink.tsx';

/** Says what the visitor can do when something could not be sent. */
export const FailureAdvice = () => (
  <p className="alert-advice">
    What you typed is kept. If trying again does not help, call <ContactLink by="phone" /> or write to{' '}
    <ContactLink by="email" />.
  </p>
);
