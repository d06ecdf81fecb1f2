import type { ChangeEvent } from 'react';

type Open = (text: string) => string | null;

async function openFile({ currentTarget: field }: ChangeEvent<HTMLInputElement>, open: Open) {
  const text = await field.files?.[0]?.text();
  if (text === undefined) return;
  field.setCustomValidity(open(text) ?? '');
  // The same file can be opened again.
  if (field.reportValidity()) field.value = '';
}

type Props = {
  id?: string;
  label: string;
  isDisabled?: boolean;
  /** Takes the text of the file; returns in a sentence what is wrong with it, null where nothing is. */
  open: Open;
};

/** A field that opens a JSON file; what is wrong with it is reported at the field. */
export function FileInput({ id, label, isDisabled = false, open }: Props) {
  return (
    <label>
      {label}{' '}
      <input
        id={id}
        type="file"
        accept=".json"
        disabled={isDisabled}
        onChange={(event) => openFile(event, open)}
      />
    </label>
  );
}
