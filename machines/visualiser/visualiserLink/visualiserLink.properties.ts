import type { AnyMachineSnapshot } from 'xstate';
import type { PerformedStep, Property } from '../../paths/index.ts';
import { always, never, timersLast } from '../../paths/index.ts';
import type { visualiserLinkMachine } from './visualiserLink.machine.ts';
import { MAX_ENTRIES, MAX_RECORDED_CHARACTERS, MAX_TIMELINE_CHARACTERS } from './visualiserLink.rules.ts';

const isEvent = ({ step }: PerformedStep, ...types: string[]) =>
  step.kind === 'event' && types.includes(step.type);

/** The id of the page that an event comes from. */
const pageOf = ({ step }: PerformedStep): unknown => {
  const page: unknown = Reflect.get(step.event, 'page');
  return typeof page === 'object' && page !== null ? Reflect.get(page, 'id') : page;
};

const stateOf = ({ value }: AnyMachineSnapshot) => JSON.stringify(value);

/** Requirements of the link that are not derived from its machine. */
export const visualiserLinkProperties: readonly Property<typeof visualiserLinkMachine>[] = [
  always('the limit of the timeline is 2000 entries', () => MAX_ENTRIES === 2_000),
  always('the limit of the timeline is 20 million characters', () => MAX_TIMELINE_CHARACTERS === 20_000_000),
  always(
    'the limit of the recordings is 20 million characters',
    () => MAX_RECORDED_CHARACTERS === 20_000_000,
  ),
  always(
    'nothing is shown of an empty timeline',
    ({ context: { timeline, shownEntry } }) => timeline.length > 0 || shownEntry === null,
  ),
  timersLast({ helloTimeout: 2_000, silenceTimeout: 5_000 }),
  always('the followed page is listed', (snapshot) => {
    const { followedPage, pages } = snapshot.context;
    return (
      !snapshot.matches('following') ||
      pages.some((page) => JSON.stringify(page) === JSON.stringify(followedPage))
    );
  }),
  always('nothing runs on a page that is closed', (snapshot) => {
    const { sessions, invokedActors, paused } = snapshot.context;
    return (
      !snapshot.matches('closed') || (sessions.length === 0 && invokedActors.length === 0 && paused === null)
    );
  }),
  never(
    'a closed page is listed',
    (performed) =>
      isEvent(performed, 'goodbye') &&
      performed.after.context.pages.some(({ id }) => id === pageOf(performed)),
  ),
  never(
    'a connected page is not listed',
    (performed) =>
      isEvent(performed, 'present', 'observed') &&
      !performed.after.context.pages.some(({ id }) => id === pageOf(performed)),
  ),
  never(
    'another page ends the silence of the followed page',
    (performed) =>
      isEvent(performed, 'pong', 'observed') &&
      performed.before.matches({ following: 'unresponsive' }) &&
      !performed.after.matches({ following: 'unresponsive' }) &&
      pageOf(performed) !== performed.before.context.followedPage?.id,
  ),
  never('what is recorded of another page is added', (performed) => {
    const [before, after] = [performed.before.context, performed.after.context];
    return (
      isEvent(performed, 'pictured') &&
      pageOf(performed) !== before.followedPage?.id &&
      before.recorded.length !== after.recorded.length
    );
  }),
  never(
    'an empty log is cleared',
    (performed) => isEvent(performed, 'logCleared') && performed.before.context.timeline.length === 0,
  ),
  never(
    'another visualiser, the timeline, or coverage changes what is followed',
    (performed) =>
      isEvent(
        performed,
        'otherVisualiserOpened',
        'otherVisualiserClosed',
        'logCleared',
        'entryShown',
        'pinToggled',
        'pictured',
        'coverageCleared',
      ) && stateOf(performed.before) !== stateOf(performed.after),
  ),
];
