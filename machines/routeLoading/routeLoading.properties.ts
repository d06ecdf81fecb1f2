import { always, eventually, never, type Property, timersLast } from '../paths/index.ts';
import type { routeLoadingMachine } from './routeLoading.machine.ts';

/** Requirements of the loading of a page that are not derived from its machine. */
export const routeLoadingProperties: readonly Property<typeof routeLoadingMachine>[] = [
  timersLast({ slowNotice: 400, chunkTimeout: 120_000 }),
  never(
    'a page that is shown disappears before the next one can be shown',
    ({ before, after }) => before.context.shown !== null && after.context.shown === null,
  ),
  always('the code of the shown page is loaded', (snapshot) => {
    const { shown, loaded } = snapshot.context;
    return shown === null || loaded.includes(shown.screen);
  }),
  always('the shown page is that of the address, unless one is loading or failed', (snapshot) => {
    const { shown, requested } = snapshot.context;
    return !snapshot.matches('shown') || shown?.to === requested.to;
  }),
  never(
    'a page that is being loaded is requested again because its link is pressed again',
    ({ before, step, after }) =>
      step.kind === 'event' &&
      step.type === 'navigated' &&
      before.hasTag('busy') &&
      after.hasTag('busy') &&
      before.context.requested.to === after.context.requested.to,
  ),
  eventually('loading ends', {
    after: (snapshot) => snapshot.hasTag('busy'),
    comes: (snapshot) => !snapshot.hasTag('busy'),
  }),
];
