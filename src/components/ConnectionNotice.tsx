import { connectionMessages } from '../../machines/connection/connection.messages.ts';
import { useConnectivity } from '../browser/online.ts';
import { connection } from '../flows/connection.ts';
import { useFlow } from '../flows/useFlow.ts';

/** Says beside the button of a form that the device has no network. */
export function ConnectionNotice() {
  const { snapshot, send, rootProps } = useFlow(connection);
  useConnectivity((isOnline) => send({ type: isOnline ? 'wentOnline' : 'wentOffline' }));
  return (
    <p className="connection" aria-live="polite" {...rootProps}>
      {snapshot.matches('offline') && connectionMessages.offline}
    </p>
  );
}
