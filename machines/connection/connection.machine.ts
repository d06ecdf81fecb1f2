import { setup } from 'xstate';

export type ConnectionEvent =
  /** The browser says that the device has no network. */
  | { type: 'wentOffline' }
  /** The browser says that it has one again. */
  | { type: 'wentOnline' };

export const connectionActors = {};

/** Whether the device has a network, as the browser says. Where it says so, there may still be no connection. */
export const connectionMachine = setup({ types: { events: {} as ConnectionEvent } }).createMachine({
  id: 'connection',
  initial: 'online',
  states: {
    online: {
      description: 'The device has a network, as far as the browser knows.',
      on: { wentOffline: 'offline' },
    },
    offline: {
      description: 'The device has no network; the form says so beside its button.',
      on: { wentOnline: 'online' },
    },
  },
});
