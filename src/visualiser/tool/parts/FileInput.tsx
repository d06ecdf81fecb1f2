import type { ChangeEvent } from 'react';

type Open = (text: string) => string | null;

async function openFile({ currentTarget: field }: ChangeEvent<HTMLInputElement>, open: Open) {
  const text = await field.files?.[0]?.text();
  if (text === undefined) return;
  const problem = open(text);
  const line = field.closest('div')?.querySelector('[role="alert"]');
  if (line) line.textContent = problem;
  // The same file can be opened again.
  field.value = '';
}

type Props = {
  label: string;
  isDisabled?: boolean;
  /** Takes the text of the file; returns its problem in a sentence, null where there is none. */
  open: Open;
};

/** A field that opens a JSON file; its problem stays in a line below. */
export function FileInput({ label, isDisabled = false, open }: Props) {
  return (
    <div>
      <label>
        {label}{' '}
        <input type="file" accept=".json" disabled={isDisabled} onChange={(event) => openFile(event, open)} />
      </label>
      <p className="run-failed" role="alert" />
    </div>
  );
}
