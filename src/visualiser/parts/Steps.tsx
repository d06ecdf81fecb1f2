type Props = { steps: readonly { name: string; state: string }[] };

/** Steps with the states they lead to, in their order. The same step may come again: its place tells it apart. */
export function Steps({ steps }: Props) {
  const numbered = steps.map((step, index) => ({ ...step, place: index + 1 }));
  return (
    <ol className="steps">
      {numbered.map(({ name, state, place: number }) => (
        <li key={number}>
          {name} <small>→ {state}</small>
        </li>
      ))}
    </ol>
  );
}
