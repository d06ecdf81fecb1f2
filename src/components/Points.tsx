/** A list of short texts, no two of them the same. */
export const Points = ({ points }: { points: readonly string[] }) => (
  <ul role="list">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
);
