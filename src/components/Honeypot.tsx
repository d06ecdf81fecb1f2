import { HONEYPOT } from '../../machines/sendForm/sendForm.rules.ts';
import { formId, honeypotId } from '../flows/sendForm.ts';

/** A field that only robots fill in, because visitors neither see nor reach it. */
export function Honeypot({ form }: { form: string }) {
  const id = honeypotId(form);
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name={HONEYPOT} form={formId(form)} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
