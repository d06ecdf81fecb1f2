import { currentFoldedAncestorsOf } from './chartViewport.rules.ts';
import type { ChartViewportContext } from './chartViewport.types.ts';

/** Actions of the viewport that two places give different values. */

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
