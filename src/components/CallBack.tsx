import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { callBackMachine } from '../../machines/callBack/callBack.machine.ts';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { useEscapeKey } from '../browser/escapeKey.ts';
import { useFocusOnMount, useRestoreFocus } from '../browser/focus.ts';
import { callBackText as text } from '../content/callBack.ts';
import { callBack, openerId, popupId, widgetId } from '../flows/callBack.ts';
import { useFlow } from '../flows/useFlow.ts';
import { Icon } from '../illustrations/Icon.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { TextAreaField, TextField } from './fields.tsx';
import { SendForm } from './SendForm.tsx';

type Props = {
  snapshot: SnapshotFrom<typeof callBackMachine>;
  send: (event: EventFromLogic<typeof callBackMachine>) => void;
};

/** The sticky button on every page, and the popup in which a visitor asks to be called back. Spec §2, Call-back widget. */
export function CallBack() {
  const { snapshot, send, rootProps, recovery } = useFlow(callBack);
  const isShown = !snapshot.hasTag('hidden');
  const opener = useRestoreFocus<HTMLButtonElement>(isShown);
  useEscapeKey(isShown, () => send({ type: 'cancelled' }), widgetId);
  return (
    <aside id={widgetId} className="call-back" aria-label={text.heading} {...rootProps}>
      {isShown ? (
        <ErrorBoundary recoveryFrom={() => recovery}>
          <CallBackPopup snapshot={snapshot} send={send} />
        </ErrorBoundary>
      ) : (
        <button
          ref={opener}
          type="button"
          id={openerId}
          className="button call-back-opener"
          aria-haspopup="dialog"
          onClick={() => send({ type: 'opened' })}
        >
          <Icon name="phone" />
          <span className="floating-label">{text.heading}</span>
        </button>
      )}
    </aside>
  );
}

/**
 * The popup, which is not modal. It takes the focus when the visitor opens it; when a response opens it, only where the
 * sticky button had the focus.
 */
function CallBackPopup({ snapshot, send }: Props) {
  const dialog = useFocusOnMount<HTMLDialogElement>(snapshot.context.alert === null);
  return (
    <dialog
      ref={dialog}
      open
      id={popupId}
      className="call-back-popup"
      aria-labelledby={`${popupId}-title`}
      tabIndex={-1}
    >
      <header className="dialog-header">
        <h2 id={`${popupId}-title`}>{text.heading}</h2>
        <button
          type="button"
          className="dialog-close"
          aria-label={text.close}
          onClick={() => send({ type: 'closed' })}
        >
          ×
        </button>
      </header>
      <p>{text.intro}</p>
      <SendForm
        form={callBackForm}
        context={snapshot.context}
        isBusy={snapshot.hasTag('busy')}
        isInvalid={snapshot.matches('invalid')}
        send={send}
        submit={{ label: text.submit, busyLabel: text.submitting }}
      >
        {(bind) => (
          <>
            <TextField {...bind('name')} label={text.name} autoComplete="name" />
            <TextField
              {...bind('phone')}
              label={text.phone}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              hint={text.phoneHint}
            />
            <TextAreaField {...bind('messageUser')} label={text.message} rows={3} />
          </>
        )}
      </SendForm>
    </dialog>
  );
}
