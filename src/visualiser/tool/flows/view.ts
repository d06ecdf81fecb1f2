import * as v from 'valibot';
import {
  type ViewContext,
  visualiserViewMachine,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import { savedData, saveJson } from '../browserStorage.ts';

export const view: SiteFlow<typeof visualiserViewMachine> = {
  id: 'visualiserView',
  machine: visualiserViewMachine,
};

/** The entry of the browser's storage in which the view is kept. */
const KEY = 'visualiser-view';

const kept = v.object({ areKeysOn: v.boolean() });

/** Keeps in the browser whether single keys do something. */
export const saveView = (context: Pick<ViewContext, 'areKeysOn'>): void =>
  saveJson(KEY, JSON.stringify(v.parse(kept, context)));

/** Returns what the browser has kept of the view; null where it has kept nothing. */
export const savedView = () => savedData(KEY, kept);
