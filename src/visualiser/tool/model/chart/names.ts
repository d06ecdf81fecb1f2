import type { ChartModel } from '../../../../../machines/paths/index.ts';

/** The name of a state without the id of its machine: `editing.idle`. */
export const nameIn = ({ id }: ChartModel, state: string): string =>
  state.startsWith(`${id}.`) ? state.slice(id.length + 1) : state;
