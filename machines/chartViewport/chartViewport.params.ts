import { currentFoldedAncestorsOf } from './chartViewport.rules.ts';
import type { ChartViewportContext, LayoutRequest, Point, Pressed } from './chartViewport.types.ts';

/** Guards and actions of the viewport together with what of an event or the context they are given. */

type OfPointer = { event: { pointer: number } };
const pointerOf = ({ event }: OfPointer) => event.pointer;

export const setRequest = {
  type: 'setRequest',
  params: ({ event }: { event: Pick<LayoutRequest, 'folded' | 'details'> }) => event,
} as const;
export const isPointerDown = { type: 'isPointerDown', params: pointerOf } as const;
export const isOneOfSeveralPointers = { type: 'isOneOfSeveralPointers', params: pointerOf } as const;
export const isNewPointer = { type: 'isNewPointer', params: pointerOf } as const;
export const removePointer = { type: 'removePointer', params: pointerOf } as const;
export const addPointer = {
  type: 'addPointer',
  params: ({ event: { pointer, at, on } }: { event: { pointer: number; at: Point; on: Pressed } }) => ({
    id: pointer,
    at,
    on,
  }),
} as const;
export const dragPointer = {
  type: 'dragPointer',
  params: ({ event }: { event: { pointer: number; at: Point } }) => event,
} as const;
export const setQuery = {
  type: 'setQuery',
  params: ({ event }: { event: { query: string } }) => event.query,
} as const;

type InContext = { context: ChartViewportContext };

const currentMatch = ({ context: { matches, match } }: InContext) => matches[match];

/** Nothing is told while it is folded away. */
const unlessFolded = (context: ChartViewportContext, id: string | undefined) =>
  currentFoldedAncestorsOf(context, id).length > 0 ? undefined : id;

export const pendingReveal = ({ context: { pendingReveal: sought } }: InContext) => sought ?? undefined;

/** One at a time: the next is asked for when the chart without this one comes. */
export const requestUnfold = (idIn: (now: InContext) => string | undefined) => ({
  type: 'requestUnfold' as const,
  params: ({ context }: InContext) => currentFoldedAncestorsOf(context, idIn({ context }))[0],
});

export const reportShown = (idIn: (now: InContext) => string | undefined) => ({
  type: 'reportShown' as const,
  params: ({ context }: InContext) => unlessFolded(context, idIn({ context })),
});

export const revealMatch = ['revealMatch', reportShown(currentMatch), requestUnfold(currentMatch)] as const;
