import type { SnapshotFrom } from 'xstate';
import type { chartViewportMachine } from '../../../../machines/visualiser/chartViewport/chartViewport.machine.ts';
import { isActiveOutOfSight } from '../../../../machines/visualiser/chartViewport/chartViewport.rules.ts';
import type { ChartViewportEvent } from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';

const ZOOM = 1.25;

/** The number of matches of the search, and which one is shown. */
function SearchResult({ matches, match, isMissing }: { matches: number; match: number; isMissing: boolean }) {
  const found = match < 0 ? `${matches} found` : `${match + 1} of ${matches}`;
  return <output className="chart-result">{isMissing ? 'Nothing found' : matches > 0 ? found : ''}</output>;
}

/** The search, the zoom, the direction, and the button that keeps the active state in sight. */
export function Toolbar({
  snapshot,
  send,
}: {
  snapshot: SnapshotFrom<typeof chartViewportMachine>;
  send: (event: ChartViewportEvent) => void;
}) {
  const { view, query, matches, match, isFollowing, request } = snapshot.context;
  const isOutOfSight = isActiveOutOfSight(snapshot.context);
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
          aria-pressed={isFollowing}
          title="Keeps the active state in sight"
          onClick={() => send({ type: 'followToggled' })}
        >
          {isOutOfSight ? 'Follow (out of sight)' : 'Follow'}
        </button>
        <select
          aria-label="Direction"
          value={request.direction ?? 'best'}
          onChange={({ target: { value } }) =>
            send({ type: 'directionChosen', direction: value === 'down' || value === 'right' ? value : null })
          }
        >
          <option value="best">Best fit</option>
          <option value="down">Down</option>
          <option value="right">Right</option>
        </select>
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
