type Props = { steps: readonly { name: string; state: string }[] };

/** Steps with the states they lead to, in their order. The same step may come again: its place tells it apart. */
export function Steps({ steps }: Props) {
  const placed = steps.map((step, index) => ({ ...step, place: index + 1 }));
  return (
    <ol className="steps">
      {placed.map(({ name, state, place }) => (
        <li key={place}>
          {name} <small>→ {state}</small>
        </li>
      ))}
    </ol>
  );
}
