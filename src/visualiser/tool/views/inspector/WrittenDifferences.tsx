import type { WrittenDifference } from '../../runs/planner/planner.ts';

/** Says where the machine does something else than its written plan; nothing where it does not. */
export function WrittenDifferences({ differences }: { differences: readonly WrittenDifference[] }) {
  if (differences.length === 0) return null;
  return (
    <div role="alert" className="stack">
      <p>The machine does something else than is written:</p>
      <ul className="stack changes">
        {differences.map(({ sentence }) => (
          <li key={sentence} className="change is-altered">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
