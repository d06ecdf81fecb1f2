import type { AnyMachineSnapshot } from 'xstate';
import type { PerformedStep, Property } from '../paths/paths.types.ts';
import { always, never } from '../paths/properties.ts';
import type { LinkContext } from './visualiserLink.types.ts';

const contextOf = (snapshot: AnyMachineSnapshot): LinkContext => snapshot.context;

const isEvent = ({ step }: PerformedStep, ...types: string[]) =>
  step.kind === 'event' && types.includes(step.type);

/** The id of the page that an event comes from. */
const pageOf = ({ step }: PerformedStep): unknown => {
  const page: unknown = Reflect.get(step.event, 'page');
  return typeof page === 'object' && page !== null ? Reflect.get(page, 'id') : page;
};

const stateOf = ({ value }: AnyMachineSnapshot) => JSON.stringify(value);

/** What a visualiser must never say of the pages of the site. */
export const visualiserLinkProperties: readonly Property[] = [
  always('the page that is followed is listed as it is', (snapshot) => {
    const { followedPage: chosen, pages } = contextOf(snapshot);
    return (
      !snapshot.matches('following') || pages.some((page) => JSON.stringify(page) === JSON.stringify(chosen))
    );
  }),
  always('nothing runs on a page that is closed', (snapshot) => {
    const { sessions, invokedActors, paused: held } = contextOf(snapshot);
    return (
      !snapshot.matches('closed') || (sessions.length === 0 && invokedActors.length === 0 && held === null)
    );
  }),
  never('a page that has gone is listed', (performed) =>
    Boolean(
      isEvent(performed, 'goodbye') &&
        contextOf(performed.after).pages.some(({ id }) => id === pageOf(performed)),
    ),
  ),
  never('a page that is there is not listed', (performed) =>
    Boolean(
      isEvent(performed, 'present', 'observed') &&
        !contextOf(performed.after).pages.some(({ id }) => id === pageOf(performed)),
    ),
  ),
  never('another page breaks the silence of the one that is followed', (performed) =>
    Boolean(
      isEvent(performed, 'pong', 'observed') &&
        performed.before.matches({ following: 'unresponsive' }) &&
        !performed.after.matches({ following: 'unresponsive' }) &&
        pageOf(performed) !== contextOf(performed.before).followedPage?.id,
    ),
  ),
  never('an empty log is cleared', (performed) =>
    Boolean(isEvent(performed, 'logCleared') && contextOf(performed.before).log.length === 0),
  ),
  never('another visualiser, or the log, changes what is followed', (performed) =>
    Boolean(
      isEvent(performed, 'otherVisualiserOpened', 'otherVisualiserClosed', 'logCleared') &&
        stateOf(performed.before) !== stateOf(performed.after),
    ),
  ),
];
