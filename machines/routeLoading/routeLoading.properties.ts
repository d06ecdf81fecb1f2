import type { AnyMachineSnapshot } from 'xstate';
import { always, eventually, never, timersLast } from '../paths/index.ts';
import type { RouteLoadingContext } from './routeLoading.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot): RouteLoadingContext => snapshot.context;

/** Requirements of the loading of a page that are not derived from its machine. */
export const routeLoadingProperties = [
  timersLast({ slowNotice: 400, chunkTimeout: 120_000 }),
  never(
    'a page that is shown disappears before the next one can be shown',
    ({ before, after }) => contextOf(before).shown !== null && contextOf(after).shown === null,
  ),
  always('the code of the shown page is loaded', (snapshot) => {
    const { shown, loaded } = contextOf(snapshot);
    return shown === null || loaded.includes(shown.screen);
  }),
  always('the shown page is that of the address, unless one is loading or failed', (snapshot) => {
    const { shown, requested } = contextOf(snapshot);
    return !snapshot.matches('shown') || shown?.to === requested.to;
  }),
  never(
    'a page that is being loaded is requested again because its link is pressed again',
    ({ before, step, after }) =>
      step.kind === 'event' &&
      step.type === 'navigated' &&
      before.hasTag('busy') &&
      after.hasTag('busy') &&
      contextOf(before).requested.to === contextOf(after).requested.to,
  ),
  eventually('loading ends', {
    after: (snapshot) => snapshot.hasTag('busy'),
    comes: (snapshot) => !snapshot.hasTag('busy'),
  }),
];
