import * as v from 'valibot';
import {
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

/** Keeps the arrangement of the view in the browser. */
export const saveView = (context: ViewContext): void => saveJson(KEY, JSON.stringify(v.parse(kept, context)));

/** Returns the arrangement that the browser has kept; null where it has kept none. */
export const savedView = () => savedData(KEY, kept);
