import type { TimelineRecord } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { Cursor } from '../../flows/useCursor.ts';
import { flowOf, kinds } from '../../model/entries/filter.ts';
import { flowWithId } from '../../model/flowModels.ts';

type Props = { timeline: readonly TimelineRecord[]; cursor: Pick<Cursor, 'filter' | 'setFilter'> };

/** The choice which entries of the timeline are listed. */
export function TimelineFilters({ timeline, cursor: { filter, setFilter } }: Props) {
  const { kind, flow, search } = filter;
  const flows = new Set([...timeline.map(flowOf), flow].filter((id) => id !== null));
  return (
    <search className="stack">
      <select
        aria-label="Flow of the entries"
        value={flow ?? ''}
        onChange={({ target }) => setFilter({ of: target.value })}
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
        onChange={({ target: { value } }) => setFilter({ kind: value === 'any' ? null : value })}
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
        onChange={({ target }) => setFilter({ find: target.value })}
      />
    </search>
  );
}
