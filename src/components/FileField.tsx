import { Label } from './fields.tsx';

type FileFieldProps = {
  id: string;
  name: string;
  label: string;
  /** The accepted file extensions, such as `.pdf`. */
  accept: readonly string[];
  /** The name of the chosen file. */
  chosen: string | null;
  hint: string;
  problem?: string | undefined;
  /** Called with the name of the chosen file; null where none was chosen. */
  onChoose: (fileName: string | null) => void;
};

/** A labelled file input for one file, which can also be dropped on it. */
export function FileField({ id, name, label, accept, chosen, hint, problem, onChoose }: FileFieldProps) {
  return (
    <div className="field file-field">
      <Label id={id} label={label} />
      <div className="file-chooser">
        <input
          id={id}
          name={name}
          type="file"
          accept={accept.join(',')}
          onChange={(event) => onChoose(event.target.files?.item(0)?.name ?? null)}
          required
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
        <span className="file-name">{chosen ?? 'Choose File'}</span>
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <div role="alert" id={`${id}-problem`}>
        {problem !== undefined && <p className="field-problem">{problem}</p>}
      </div>
    </div>
  );
}
