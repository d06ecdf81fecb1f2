import type { ReactNode } from 'react';
import { fieldsOfAlert } from '../../machines/sendForm/sendForm.rules.ts';
import type { SendForm as Form, SendFormContext, Values } from '../../machines/sendForm/sendForm.types.ts';
import { PHONE_PATTERN } from '../../machines/shared/phone.ts';
import { useRestoreFocus } from '../browser/focus.ts';
import { useFormControls } from '../browser/formControls.ts';
import { alertId, fieldId, formId } from '../flows/sendForm.ts';
import { FormAlerts } from './Alert.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { FailureAdvice } from './FailureAdvice.tsx';
import { RequiredNote } from './fields.tsx';
import { Honeypot } from './Honeypot.tsx';
import { NoScriptNotice } from './NoScriptNotice.tsx';

type VisitorEvent<Field extends string> =
  | { type: 'changed'; values: Partial<Values<Field>> }
  | { type: 'submitted' }
  | { type: 'alertDismissed' };

type Props<Field extends string> = {
  form: Form<Field>;
  context: SendFormContext<Field>;
  isBusy: boolean;
  /** Whether the form was not sent because of a field. */
  isInvalid: boolean;
  send: (event: VisitorEvent<Field>) => void;
  /** The text of the button, and while the form is being sent. */
  submit: { label: string; busyLabel: string };
  /** Rendered below the message that the form was sent. */
  sent?: ReactNode;
  /** Renders the controls; `bind` returns the props of the control of a field. */
  children: (bind: (field: Field) => Binding) => ReactNode;
};

/** The props that bind a control to a field of a form. */
type Binding = {
  id: string;
  name: string;
  value: string;
  normalize: (text: string) => string;
  problemId: string | undefined;
  required: boolean;
  maxLength?: number;
  pattern?: { expression: string; title: string };
};

const fieldRules = <Field extends string>({ fields, checkedByBrowser }: Form<Field>, field: Field) => ({
  required: !fields[field].isOptional,
  ...(fields[field].maxLength && { maxLength: fields[field].maxLength }),
  ...(checkedByBrowser.includes(field) && {
    pattern: { expression: PHONE_PATTERN, title: 'Ten digits' },
  }),
});

/** A form that is sent once, below its report. The browser validates it where the form names fields for that. */
export function SendForm<Field extends string>({
  form,
  context,
  isBusy,
  isInvalid,
  send,
  submit,
  sent,
  children,
}: Props<Field>) {
  const button = useRestoreFocus<HTMLButtonElement>(isBusy);
  const controls = useFormControls({
    rules: form.fields,
    values: context.values,
    onChange: (values) => send({ type: 'changed', values }),
    onSubmit: () => send({ type: 'submitted' }),
  });
  const invalidFields = fieldsOfAlert(form, context);
  const bind = (field: Field): Binding => ({
    ...fieldRules(form, field),
    id: fieldId(form.id, field),
    name: field,
    value: context.values[field],
    normalize: form.fields[field].normalize,
    problemId: invalidFields.includes(field) ? alertId(form.id) : undefined,
  });

  return (
    <>
      <FormAlerts
        id={alertId(form.id)}
        alert={context.alert}
        onDismiss={() => send({ type: 'alertDismissed' })}
        sent={sent}
      >
        {!isInvalid && <FailureAdvice />}
      </FormAlerts>
      <NoScriptNotice />
      <form
        {...controls}
        id={formId(form.id)}
        // Before hydration, submitting does nothing, rather than putting the values into the URL.
        method="dialog"
        className="send-form"
        tabIndex={-1}
        noValidate={form.requiredByBrowser.length === 0}
      >
        <RequiredNote />
        <fieldset disabled={isBusy}>{children(bind)}</fieldset>
        <ConnectionNotice />
        <button ref={button} type="submit" className="button" disabled={isBusy}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          <span>{isBusy ? submit.busyLabel : submit.label}</span>
        </button>
      </form>
      <Honeypot form={form.id} />
    </>
  );
}
