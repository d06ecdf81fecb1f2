import type { OrderSnapshot } from './order.machine.ts';

/** The phases of an order. They decide which cases are tried: order.limits.ts. */

export const settled = 'settled by hand';
export const ended = 'after a dispute';

/** The first phase that fits says which cases of an order are tried. */
const phases = {
  'after thirty days': (snapshot) => snapshot.matches({ polling: 'old' }),
  'in rehearsal': ({ context }) => context.isRehearsal,
  [settled]: (snapshot) =>
    snapshot.context.settled.length + snapshot.context.misplaced.length > 0 ||
    snapshot.context.refunds.some(({ id }) => id.startsWith('by hand')) ||
    snapshot.matches({ purpose: { paid: 'registeredByPhone' } }),
  [ended]: ({ context }) => context.disputes.some(({ status }) => status !== 'open'),
  otherwise: () => true,
} satisfies Record<string, (snapshot: OrderSnapshot) => boolean>;

export type Phase = keyof typeof phases;

export const phaseNames = Object.keys(phases).filter((name): name is Phase => name in phases);

export const phaseOf = (snapshot: OrderSnapshot): Phase =>
  phaseNames.find((name) => phases[name](snapshot)) ?? 'otherwise';
