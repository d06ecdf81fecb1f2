import { hidingNow } from './chartViewport.rules.ts';
import type { ChartViewportContext, LayoutRequest, Point, Pressed } from './chartViewport.types.ts';

/** Guards and actions of the viewport together with what of an event or the context they are given. */

type OfPointer = { event: { pointer: number } };
const pointerOf = ({ event }: OfPointer) => event.pointer;

export const want = {
  type: 'want',
  params: ({ event }: { event: Pick<LayoutRequest, 'folded' | 'details'> }) => event,
} as const;
export const isHeld = { type: 'isHeld', params: pointerOf } as const;
export const isOneOfMany = { type: 'isOneOfMany', params: pointerOf } as const;
export const isAnother = { type: 'isAnother', params: pointerOf } as const;
export const letGo = { type: 'letGo', params: pointerOf } as const;
export const hold = {
  type: 'hold',
  params: ({ event: { pointer, at, on } }: { event: { pointer: number; at: Point; on: Pressed } }) => ({
    id: pointer,
    at,
    on,
  }),
} as const;
export const drag = {
  type: 'drag',
  params: ({ event }: { event: { pointer: number; at: Point } }) => event,
} as const;
export const search = {
  type: 'search',
  params: ({ event }: { event: { query: string } }) => event.query,
} as const;

type InContext = { context: ChartViewportContext };

const matchNow = ({ context: { matches, match } }: InContext) => matches[match];

/** Nothing is told while it is folded away. */
const unlessHidden = (context: ChartViewportContext, id: string | undefined) =>
  hidingNow(context, id).length > 0 ? undefined : id;

export const soughtNow = ({ context: { sought } }: InContext) => sought ?? undefined;

/** One at a time: the next is asked for when the chart without this one comes. */
export const askToUnfold = (idOf: (now: InContext) => string | undefined) => ({
  type: 'askToUnfold' as const,
  params: ({ context }: InContext) => hidingNow(context, idOf({ context }))[0],
});

export const tellShown = (idOf: (now: InContext) => string | undefined) => ({
  type: 'tellShown' as const,
  params: ({ context }: InContext) => unlessHidden(context, idOf({ context })),
});

export const showMatch = ['showMatch', tellShown(matchNow), askToUnfold(matchNow)] as const;
