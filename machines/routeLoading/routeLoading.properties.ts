import type { AnyMachineSnapshot } from 'xstate';
import { always, eventually, never } from '../paths/properties.ts';
import type { RouteLoadingContext } from './routeLoading.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot): RouteLoadingContext => snapshot.context;

/** What a visitor must be able to count on, whatever the machine looks like. */
export const routeLoadingProperties = [
  never(
    'a page that is shown disappears before the next one can be shown',
    ({ before, after }) => contextOf(before).shown !== null && contextOf(after).shown === null,
  ),
  always('what is shown has its code', (snapshot) => {
    const { shown, loaded } = contextOf(snapshot);
    return shown === null || loaded.includes(shown.screen);
  }),
  always('at rest, the page of the address is shown', (snapshot) => {
    const { shown, requested } = contextOf(snapshot);
    return !snapshot.matches('shown') || shown?.to === requested.to;
  }),
  never(
    'a page that is on its way is asked for afresh because its link is pressed again',
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
