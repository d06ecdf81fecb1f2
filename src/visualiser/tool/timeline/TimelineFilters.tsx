import { flowWithId } from '../flowModels.ts';
import type { ShownRecord } from './checks.ts';
import { flowOf } from './filter.ts';
import { type Kind, kinds, type useTimelineAddress } from './useTimelineAddress.ts';

const NAMES: Readonly<Record<Kind, string>> = {
  any: 'everything',
  loads: 'page loads',
  events: 'events',
  calls: 'requests and responses',
  checks: 'checks of a run',
  problems: 'errors and warnings',
  pinned: 'what is pinned',
};

type Props = { timeline: readonly ShownRecord[]; filter: ReturnType<typeof useTimelineAddress> };

/** The choice which entries of the timeline are listed. */
export function TimelineFilters({ timeline, filter }: Props) {
  const { kind, flow, search, filter: onFilter } = filter;
  const flows = new Set([...timeline.map(flowOf), flow].filter((id) => id !== null));
  return (
    <search className="line">
      <select
        aria-label="Flow of the entries"
        value={flow ?? ''}
        onChange={({ target }) => onFilter({ flow: target.value === '' ? null : target.value })}
      >
        <option value="">all flows</option>
        {[...flows].map((id) => (
          <option key={id} value={id}>
            {flowWithId(id)?.title ?? id}
          </option>
        ))}
      </select>
      <select
        aria-label="Kind of entry"
        value={kind}
        onChange={({ target }) => onFilter({ kind: kinds.find((known) => known === target.value) })}
      >
        {kinds.map((id) => (
          <option key={id} value={id}>
            {NAMES[id]}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label="Find in the timeline"
        placeholder="Find"
        autoComplete="off"
        value={search}
        onChange={({ target }) => onFilter({ search: target.value })}
      />
    </search>
  );
}
