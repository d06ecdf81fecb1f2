import { flowWithId } from '../flowModels.ts';
import type { ShownRecord } from './checks.ts';
import { flowOf, isKind, kinds } from './filter.ts';
import type { useTimelineAddress } from './useTimelineAddress.ts';

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
        onChange={({ target: { value } }) => onFilter({ kind: isKind(value) ? value : 'any' })}
      >
        {Object.entries(kinds).map(([id, { name }]) => (
          <option key={id} value={id}>
            {name}
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
