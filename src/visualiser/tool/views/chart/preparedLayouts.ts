import { memoize } from '../../../../../machines/visualiser/memoize.ts';
import type { DrawnChart, Layout } from './layout.types.ts';

export const layoutsPath = (machine: string) => `visualiser/layouts/${machine}.json`;

/** The layouts of a chart in one of its drawn forms. */
export type PreparedLayouts = Omit<DrawnChart, 'model'> & { layouts: readonly Layout[] };

type Prepared = readonly PreparedLayouts[];

/** Reads a file of the same build, whose content needs no check; a server without it may send a page in its place. */
async function read(machine: string): Promise<Prepared | null> {
  try {
    const response = await fetch(`/${layoutsPath(machine)}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Loads the layouts of a chart from the build; null where there are none. */
export const preparedLayouts = memoize(read);
