/** The most steps that are listed. */
const LISTED = 200;

type Props = {
  steps: readonly { name: string; state: string }[];
  /** The index of the first step that is listed. */
  from?: number;
};

/** A list of steps with the states that they lead to. The number is the key, because a step may occur twice. */
export function Steps({ steps, from = 0 }: Props) {
  const numbered = steps
    .slice(from, from + LISTED)
    .map((step, index) => ({ ...step, number: from + index + 1 }));
  const more = steps.length - from - numbered.length;
  return (
    <>
      <ol className="steps" start={from + 1}>
        {numbered.map(({ name, state, number }) => (
          <li key={number}>
            {name} <small>→ {state}</small>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="note">and {more} more</p>}
    </>
  );
}
