import { formId, honeypotId } from '../flows/sendForm.ts';

/** A field of a form that nobody sees or reaches but a robot, which fills in whatever there is. */
export function Honeypot({ form }: { form: string }) {
  const id = honeypotId(form);
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name="website" form={formId(form)} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
