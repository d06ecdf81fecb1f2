import { currentFoldedAncestorsOf } from './chartViewport.rules.ts';
import type {
  ChartViewportContext,
  Direction,
  LayoutRequest,
  Point,
  Pressed,
  Size,
} from './chartViewport.types.ts';

/** Guards and actions of the viewport with their parameters, which come from the event or the context. */

type PointerArgs = { event: { pointer: number } };
const pointerOf = ({ event }: PointerArgs) => event.pointer;

export const setRequest = {
  type: 'setRequest',
  params: ({ event }: { event: Pick<LayoutRequest, 'folded' | 'details'> }) => event,
} as const;
export const setDirection = {
  type: 'setDirection',
  params: ({ event }: { event: { direction: Direction | null } }) => event.direction,
} as const;
export const setSize = {
  type: 'setSize',
  params: ({ event }: { event: { size: Size } }) => event.size,
} as const;
export const setActive = {
  type: 'setActive',
  params: ({ event }: { event: { active: string | null } }) => event.active,
} as const;
export const followActive = { ...setActive, type: 'followActive' } as const;
export const isPointerDown = { type: 'isPointerDown', params: pointerOf } as const;
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

type ContextArgs = { context: ChartViewportContext };

const currentMatch = ({ context: { matches, match } }: ContextArgs) => matches[match];

/** Returns the id of a state or transition; undefined while a folded state hides it. */
const unlessFolded = (context: ChartViewportContext, id: string | undefined) =>
  currentFoldedAncestorsOf(context, id).length > 0 ? undefined : id;

export const pendingReveal = ({ context: { pendingReveal } }: ContextArgs) => pendingReveal ?? undefined;

/** Requests the innermost folded ancestor; the next one is requested when the chart with that one unfolded is set. */
export const requestUnfold = (idIn: (args: ContextArgs) => string | undefined) => ({
  type: 'requestUnfold' as const,
  params: ({ context }: ContextArgs) => currentFoldedAncestorsOf(context, idIn({ context }))[0],
});

export const reportShown = (idIn: (args: ContextArgs) => string | undefined) => ({
  type: 'reportShown' as const,
  params: ({ context }: ContextArgs) => unlessFolded(context, idIn({ context })),
});

export const revealMatch = ['revealMatch', reportShown(currentMatch), requestUnfold(currentMatch)] as const;
