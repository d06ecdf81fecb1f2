import { useQuery } from '../useAddress.ts';
import { isKind, type TimelineFilter } from './filter.ts';

/**
 * Returns the filter of the timeline in the address, and the function that changes it. A link shows the same.
 */
export function useTimelineAddress() {
  const { params, set } = useQuery();
  const kind = params.get('kind');
  return {
    kind: isKind(kind) ? kind : 'any',
    flow: params.get('of'),
    search: params.get('find') ?? '',
    filter: ({ kind: chosen, flow, search }: Partial<TimelineFilter>) =>
      set({
        ...(chosen !== undefined && { kind: chosen === 'any' ? null : chosen }),
        ...(flow !== undefined && { of: flow }),
        ...(search !== undefined && { find: search }),
      }),
  };
}
