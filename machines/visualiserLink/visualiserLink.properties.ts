import type { AnyMachineSnapshot } from 'xstate';
import { always, type Moment, never, type Property } from '../paths/properties.ts';
import type { LinkContext } from './visualiserLink.types.ts';

const contextOf = (snapshot: AnyMachineSnapshot): LinkContext => snapshot.context;

const isOf = ({ step }: Moment, ...types: string[]) => step.kind === 'event' && types.includes(step.type);

/** The id of the page that an event comes from. */
const pageOf = ({ step }: Moment): unknown => {
  const page: unknown = Reflect.get(step.event, 'page');
  return typeof page === 'object' && page !== null ? Reflect.get(page, 'id') : page;
};

const whereabouts = ({ value }: AnyMachineSnapshot) => JSON.stringify(value);

/** What a visualiser must never say of the pages of the site. */
export const visualiserLinkProperties: readonly Property[] = [
  always('the page that is followed is listed as it is', (snapshot) => {
    const { chosen, pages } = contextOf(snapshot);
    return (
      !snapshot.matches('following') || pages.some((page) => JSON.stringify(page) === JSON.stringify(chosen))
    );
  }),
  always('nothing runs on a page that is closed', (snapshot) => {
    const { sessions, calls, held } = contextOf(snapshot);
    return !snapshot.matches('closed') || (sessions.length === 0 && calls.length === 0 && held === null);
  }),
  never('a page that has gone is listed', (moment) =>
    Boolean(isOf(moment, 'parted') && contextOf(moment.after).pages.some(({ id }) => id === pageOf(moment))),
  ),
  never('a page that is there is not listed', (moment) =>
    Boolean(
      isOf(moment, 'present', 'told') &&
        !contextOf(moment.after).pages.some(({ id }) => id === pageOf(moment)),
    ),
  ),
  never('another page breaks the silence of the one that is followed', (moment) =>
    Boolean(
      isOf(moment, 'ponged', 'told') &&
        moment.before.matches({ following: 'silent' }) &&
        !moment.after.matches({ following: 'silent' }) &&
        pageOf(moment) !== contextOf(moment.before).chosen?.id,
    ),
  ),
  never('an empty log is cleared', (moment) =>
    Boolean(isOf(moment, 'logCleared') && contextOf(moment.before).log.length === 0),
  ),
  never('another visualiser, or the log, changes what is followed', (moment) =>
    Boolean(
      isOf(moment, 'otherSeen', 'otherLeft', 'logCleared') &&
        whereabouts(moment.before) !== whereabouts(moment.after),
    ),
  ),
];
