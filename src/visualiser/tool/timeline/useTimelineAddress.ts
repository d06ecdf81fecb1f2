import { useQuery } from '../useAddress.ts';

/** The kinds of entries among which one chooses. */
export const kinds = ['any', 'loads', 'events', 'calls', 'checks', 'problems', 'pinned'] as const;
export type Kind = (typeof kinds)[number];

/** Which entries of the timeline are listed. */
export type TimelineFilter = {
  kind: Kind;
  /** The id of a flow; null for all flows. */
  flow: string | null;
  search: string;
};

/**
 * Returns the filter of the timeline in the address, and the function that changes it. A link shows the same.
 */
export function useTimelineAddress() {
  const { params, set } = useQuery();
  return {
    kind: kinds.find((kind) => kind === params.get('kind')) ?? 'any',
    flow: params.get('of'),
    search: params.get('find') ?? '',
    filter: ({ kind, flow, search }: Partial<TimelineFilter>) =>
      set({
        ...(kind !== undefined && { kind: kind === 'any' ? null : kind }),
        ...(flow !== undefined && { of: flow }),
        ...(search !== undefined && { find: search }),
      }),
  };
}
