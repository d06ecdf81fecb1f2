import type { AnyMachineSnapshot } from 'xstate';
import type { Property } from '../paths/index.ts';
import { always, eventually, never, timersLast } from '../paths/index.ts';
import { longestTexts } from '../shared/fields.properties.ts';
import { fieldsOfAlert, passesBrowserValidation, validateForm } from './sendForm.rules.ts';
import type { SendForm, SendFormContext } from './sendForm.types.ts';

const isBusy = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('busy');

/**
 * The requirements of every form that sends and reports, with the lengths of its longest texts. Spec §4, §5, §8.
 */
export function sendFormProperties<Field extends string>(
  form: SendForm<Field>,
  lengths: Readonly<Partial<Record<NoInfer<Field>, number>>>,
): Property[] {
  type Snapshot = { context: SendFormContext<Field> };
  const valuesIn = ({ context }: Snapshot) => JSON.stringify(context.values);
  const isEmpty = (snapshot: Snapshot) => valuesIn(snapshot) === JSON.stringify(form.emptyValues);
  const hasAlertOf = ({ context }: Snapshot, kind: 'error' | 'success') => context.alert?.kind === kind;
  const hasProblem = ({ context }: Snapshot) => validateForm(form, context.values).length > 0;
  const passes = ({ context }: Snapshot) => passesBrowserValidation(form, context.values);
  const reportsProblem = ({ context }: Snapshot) => fieldsOfAlert(form, context).length > 0;
  const submittedByBrowser = never(
    'a form is submitted that the browser does not submit',
    ({ before, step }) => Boolean(step.kind === 'event' && step.type === 'submitted' && !passes(before)),
  );

  return [
    longestTexts(form.fields, lengths),
    timersLast({ sendTimeout: 30_000 }),
    never('what was typed is lost before it has been sent', ({ before, step, after }) => {
      const isTyped = step.kind === 'event' && ['changed', 'draftFound'].includes(step.type);
      const isSent = isBusy(before) && hasAlertOf(after, 'success');
      return !isTyped && !isSent && valuesIn(before) !== valuesIn(after);
    }),
    never('a form is sent while a rule does not hold', ({ before, after }) =>
      Boolean(!isBusy(before) && isBusy(after) && hasProblem(before)),
    ),
    ...(form.requiredByBrowser.length > 0 ? [submittedByBrowser] : []),
    always(
      'nothing is reported while the form is being sent',
      (snapshot) => !isBusy(snapshot) || snapshot.context.alert === null,
    ),
    always(
      'a form that was sent says so',
      (snapshot) => snapshot.matches('done') === hasAlertOf(snapshot, 'success'),
    ),
    never('a form that was sent is not empty', ({ before, after }) =>
      Boolean(isBusy(before) && after.matches('done') && !isEmpty(after)),
    ),
    never('a form that was sent has a problem before something is typed', ({ before, after }) =>
      Boolean(before.matches('done') && isEmpty(before) && after.matches('invalid')),
    ),
    always(
      'a form that was not sent says why',
      (snapshot) =>
        (snapshot.matches('invalid') || snapshot.matches('failed')) === hasAlertOf(snapshot, 'error'),
    ),
    always(
      'a problem is reported only until it is fixed',
      (snapshot) => !snapshot.matches('invalid') || reportsProblem(snapshot),
    ),
    eventually('sending ends', { after: isBusy, comes: (snapshot) => !isBusy(snapshot) }),
  ];
}
