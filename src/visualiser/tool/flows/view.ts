import * as v from 'valibot';
import {
  initialView,
  type PreviewSize,
  panels,
  type ViewContext,
  visualiserViewMachine,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import { savedData, saveJson } from '../browserStorage.ts';

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

/** Keeps the arrangement of the view in the browser. */
export const saveArrangement = (arrangement: string): void => saveJson(KEY, arrangement);

/** Returns the snapshot to start with, for a size of the preview, in the arrangement that the browser has kept. */
export const viewSnapshot = (preview: PreviewSize) =>
  visualiserViewMachine.resolveState({
    value: { panel: 'events', preview },
    context: { ...initialView, ...savedData(KEY, kept) },
  });
