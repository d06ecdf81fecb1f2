import type { SnapshotFrom } from 'xstate';
import type { chartViewportMachine } from '../../../machines/chartViewport/chartViewport.machine.ts';
import { isFullyVisible } from '../../../machines/chartViewport/chartViewport.rules.ts';
import type { ChartViewportEvent } from '../../../machines/chartViewport/chartViewport.types.ts';

const ZOOM = 1.25;

/** The number of matches of the search, and which one is shown. */
function SearchResult({ matches, match, isMissing }: { matches: number; match: number; isMissing: boolean }) {
  const found = match < 0 ? `${matches} found` : `${match + 1} of ${matches}`;
  return <output className="chart-result">{isMissing ? 'Nothing found' : matches > 0 ? found : ''}</output>;
}

/** The search, the zoom, and the button that shows the active state. */
export function Toolbar({
  snapshot,
  active,
  send,
}: {
  snapshot: SnapshotFrom<typeof chartViewportMachine>;
  active: readonly string[];
  send: (event: ChartViewportEvent) => void;
}) {
  const { drawn, view, size, query, matches, match } = snapshot.context;
  const deepest = drawn?.model.states.findLast(({ id }) => active.includes(id) && id in drawn.layout.states);
  const isOutOfSight =
    deepest !== undefined && drawn !== null && !isFullyVisible(drawn, deepest.id, view, size);
  return (
    <div className="chart-toolbar">
      <search>
        <form
          className="chart-search"
          onSubmit={(event) => {
            event.preventDefault();
            send({ type: 'nextMatchRequested' });
          }}
        >
          <input
            type="search"
            aria-label="Find a state or transition"
            placeholder="Find"
            autoComplete="off"
            value={query}
            onChange={({ target }) => send({ type: 'searched', query: target.value })}
          />
          <button
            type="button"
            disabled={matches.length === 0}
            onClick={() => send({ type: 'previousMatchRequested' })}
          >
            Previous
          </button>
          <button type="submit" disabled={matches.length === 0}>
            Next
          </button>
          <SearchResult
            matches={matches.length}
            match={match}
            isMissing={snapshot.matches({ search: 'notFound' })}
          />
        </form>
      </search>
      <div className="chart-zoom">
        <button
          type="button"
          className={isOutOfSight ? 'is-out-of-sight' : undefined}
          disabled={deepest === undefined}
          onClick={() => deepest && send({ type: 'revealRequested', id: deepest.id })}
        >
          {isOutOfSight ? 'Active state (out of sight)' : 'Active state'}
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => send({ type: 'zoomed', by: 1 / ZOOM })}>
          −
        </button>
        <output className="chart-scale" aria-label="Scale">
          {Math.round(view.scale * 100)} %
        </output>
        <button type="button" aria-label="Zoom in" onClick={() => send({ type: 'zoomed', by: ZOOM })}>
          +
        </button>
        <button type="button" onClick={() => send({ type: 'fitRequested' })}>
          Fit
        </button>
      </div>
    </div>
  );
}
