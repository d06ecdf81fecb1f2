import * as v from 'valibot';
import type { Layout } from '../../../machines/chartViewport/chartViewport.types.ts';

const point = v.object({ x: v.number(), y: v.number() });
const size = v.object({ width: v.number(), height: v.number() });
const box = v.object({ ...point.entries, ...size.entries });

const layout = v.object({
  ...size.entries,
  arrangement: v.object({ direction: v.picklist(['down', 'right']), breaks: v.array(v.string()) }),
  states: v.record(v.string(), box),
  dots: v.record(v.string(), box),
  arrows: v.array(v.object({ edgeId: v.string(), points: v.array(point), label: v.exactOptional(box) })),
});

const layouts = v.pipe(v.array(layout), v.nonEmpty());

/** Returns the path of the file in a build that contains the layouts of a whole chart. */
export const layoutsPath = (machine: string) => `visualiser/layouts/${machine}.json`;

type Prepared = readonly Layout[];

const requested = new Map<string, Promise<Prepared | null>>();

async function read(machine: string): Promise<Prepared | null> {
  try {
    const response = await fetch(`/${layoutsPath(machine)}`);
    const found = v.safeParse(layouts, await response.json());
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}

/** Loads the layouts of a whole chart from the build; null where there are none. */
export function preparedLayouts(machine: string): Promise<Prepared | null> {
  const known = requested.get(machine);
  if (known) return known;
  const found = read(machine);
  requested.set(machine, found);
  return found;
}
