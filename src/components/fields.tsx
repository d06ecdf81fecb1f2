import type { ReactNode } from 'react';

type FieldFrame = {
  id: string;
  label: string;
  /** The message of the rule that does not hold. */
  problem?: string | undefined;
  hint?: string | undefined;
};

const describedBy = ({ id, problem, hint }: FieldFrame) =>
  [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean).join(' ') ||
  undefined;

function Notes({ id, problem, hint }: FieldFrame) {
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

type TextFieldProps = FieldFrame & {
  name: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel';
  autoComplete: string;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  readOnly?: boolean;
};

/** A labelled single-line field, with its hint and its problem beside it. */
export function TextField(props: TextFieldProps) {
  const {
    id,
    label,
    problem,
    name,
    value,
    onChange,
    type = 'text',
    autoComplete,
    inputMode,
    readOnly = false,
  } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        inputMode={inputMode}
        readOnly={readOnly}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(props)}
      />
      <Notes {...props} />
    </div>
  );
}

type SelectFieldProps = FieldFrame & {
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly string[];
  placeholder: string;
};

/** A labelled choice of one option. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, problem, name, value, onChange, options, placeholder } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(props)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <Notes {...props} />
    </div>
  );
}

type CheckboxFieldProps = Omit<FieldFrame, 'label'> & {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

/** A checkbox with its label. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { id, problem, name, checked, onChange, children } = props;
  const frame = { ...props, label: '' };
  return (
    <div className="field field-checkbox">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(frame)}
      />
      <label htmlFor={id}>{children}</label>
      <Notes {...frame} />
    </div>
  );
}
