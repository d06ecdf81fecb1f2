type Props = { steps: readonly { name: string; state: string }[] };

/** A list of steps with the states that they lead to. The number is the key, because a step may occur twice. */
export function Steps({ steps }: Props) {
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 }));
  return (
    <ol className="steps">
      {numbered.map(({ name, state, number }) => (
        <li key={number}>
          {name} <small>→ {state}</small>
        </li>
      ))}
    </ol>
  );
}
