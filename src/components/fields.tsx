import { useControlValue } from '../browser/formControls.ts';

export type DescriptionProps = {
  id: string;
  /** The message of the rule that the value breaks. */
  problem?: string | undefined;
  /** The id of a message elsewhere on the page, about several fields. */
  problemId?: string | undefined;
  hint?: string | undefined;
};

export type FieldProps = DescriptionProps & { label: string };

export const describedBy = ({ id, problem, problemId, hint }: DescriptionProps) =>
  [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`, problemId]
    .filter(Boolean)
    .join(' ') || undefined;

export const isInvalid = ({ problem, problemId }: DescriptionProps) =>
  problem !== undefined || problemId !== undefined;

/**
 * A label. Each required field has a star, hidden from screen readers, which read `required` instead. The style sheet draws
 * it where the specification has none in the text of the label.
 */
export function Label({ id, label }: Pick<FieldProps, 'id' | 'label'>) {
  return (
    <label htmlFor={id}>
      <span>{label.replace(/\*$/, '')}</span>
      {label.endsWith('*') && <span aria-hidden="true">*</span>}
    </label>
  );
}

/** The explanation of the star of a field, above the fields of every form. */
export const RequiredNote = () => <p className="required-note">Fields marked with * are required.</p>;

export function HintAndProblem({ id, problem, hint }: DescriptionProps) {
  return (
    <>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </>
  );
}

type TextFieldProps = FieldProps & {
  name: string;
  value: string;
  /** Converts a typed text to its value. */
  normalize?: (text: string) => string;
  type?: 'text' | 'email' | 'tel';
  autoComplete: string;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  readOnly?: boolean;
  required?: boolean;
  maxLength?: number;
  /** The pattern that the browser checks, and the description of it that it shows. */
  pattern?: { expression: string; title: string };
};

/**
 * The `autocomplete` attribute of a student's name. With `name` alone the browser fills in the name of the parent whose
 * phone and address it fills in, and it ignores `off`; it fills in the fields of each section for themselves.
 */
export const STUDENT_NAME = 'section-student name';

/** A labelled single-line field, with its hint and its problem below it. */
export function TextField(props: TextFieldProps) {
  const {
    id,
    label,
    name,
    value,
    normalize,
    type = 'text',
    autoComplete,
    inputMode,
    readOnly = false,
    required = true,
    maxLength,
    pattern,
  } = props;
  const control = useControlValue<HTMLInputElement>(value, normalize);
  return (
    <div className="field">
      <Label id={id} label={label} />
      <input
        ref={control}
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        readOnly={readOnly}
        pattern={pattern?.expression}
        title={pattern?.title}
        required={required}
        maxLength={maxLength}
        aria-invalid={isInvalid(props)}
        aria-describedby={describedBy(props)}
      />
      <HintAndProblem {...props} />
    </div>
  );
}

type TextAreaFieldProps = FieldProps & {
  name: string;
  value: string;
  normalize?: (text: string) => string;
  rows: number;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
};

/** A labelled field of several lines. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { id, label, name, value, normalize, rows, required = true, maxLength, placeholder } = props;
  const control = useControlValue<HTMLTextAreaElement>(value, normalize);
  return (
    <div className="field">
      <Label id={id} label={label} />
      <textarea
        ref={control}
        id={id}
        name={name}
        rows={rows}
        placeholder={placeholder}
        required={required}
        maxLength={maxLength}
        aria-invalid={isInvalid(props)}
        aria-describedby={describedBy(props)}
      />
      <HintAndProblem {...props} />
    </div>
  );
}
