import { useOnline } from '../browser/online.ts';
import { ContactLink } from './ContactLink.tsx';

/** Says what the visitor can do when something could not be sent. */
export function FailureAdvice() {
  const isOnline = useOnline();
  return (
    <p className="alert-advice">
      {!isOnline && 'You seem to be offline. '}
      What you typed is kept. If trying again does not help, call <ContactLink by="phone" /> or write to{' '}
      <ContactLink by="email" />.
    </p>
  );
}
