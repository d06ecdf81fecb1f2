import * as v from 'valibot';
import {
  initialView,
  type PreviewSize,
  panels,
  type ViewContext,
  visualiserViewMachine,
} from '../../../machines/visualiserView/visualiserView.machine.ts';
import type { SiteFlow } from '../../flows/useFlow.ts';

/** The view settings of the visualiser. */
export const view: SiteFlow<typeof visualiserViewMachine> = {
  id: 'visualiserView',
  machine: visualiserViewMachine,
};

/** The entry of the browser's storage in which the arrangement of the view is kept. */
const KEY = 'visualiser-view';

const kept = v.object({
  arePanelsShown: v.boolean(),
  isPageShown: v.boolean(),
  sideWidth: v.number(),
  pageHeight: v.number(),
  areKeysOn: v.optional(v.boolean(), true),
  hiddenHints: v.optional(v.array(v.picklist(panels)), []),
});

/** Returns what of the view the browser keeps. */
export const arrangementOf = (context: ViewContext): string => JSON.stringify(v.parse(kept, context));

/** Keeps the arrangement of the view in the browser; does nothing where it has no storage. */
export function saveArrangement(saved: string): void {
  try {
    localStorage.setItem(KEY, saved);
  } catch {
    // The view then begins as it is by default.
  }
}

function savedArrangement(): Partial<ViewContext> {
  try {
    const found = v.safeParse(kept, JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return found.success ? found.output : {};
  } catch {
    return {};
  }
}

/** Returns the snapshot to start with, for a size of the preview, in the arrangement that the browser has kept. */
export const viewSnapshot = (preview: PreviewSize) =>
  visualiserViewMachine.resolveState({
    value: { panel: 'events', preview },
    context: { ...initialView, ...savedArrangement() },
  });
