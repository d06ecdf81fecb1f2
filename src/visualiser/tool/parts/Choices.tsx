type Props<Choice extends string> = {
  label: string;
  /** The texts of the buttons, by their choices. */
  choices: Readonly<Record<Choice, string>>;
  chosen: NoInfer<Choice>;
  onChoose: (choice: Choice) => void;
};

/** A group of buttons of which one is pressed. */
export function Choices<Choice extends string>({ label, choices, chosen, onChoose }: Props<Choice>) {
  const ids: Choice[] = [];
  for (const id in choices) ids.push(id);
  return (
    <fieldset className="choices" aria-label={label}>
      {ids.map((id) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {choices[id]}
        </button>
      ))}
    </fieldset>
  );
}
