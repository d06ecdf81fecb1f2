type Props<Choice extends string> = {
  label: string;
  choices: readonly { id: Choice; label: string }[];
  chosen: NoInfer<Choice>;
  onChoose: (choice: Choice) => void;
};

/** A group of buttons of which one is pressed. */
export function Choices<Choice extends string>({ label, choices, chosen, onChoose }: Props<Choice>) {
  return (
    <fieldset className="choices" aria-label={label}>
      {choices.map(({ id, label: text }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
