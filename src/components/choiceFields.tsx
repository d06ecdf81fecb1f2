import type { ReactNode } from 'react';
import {
  type DescriptionProps,
  describedBy,
  type FieldProps,
  HintAndProblem,
  isInvalid,
  Label,
} from './fields.tsx';

type SelectFieldProps = FieldProps & {
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly string[];
  placeholder: string;
};

/** A labelled select of one option. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, name, value, onChange, options, placeholder } = props;
  return (
    <div className="field">
      <Label id={id} label={label} />
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
        aria-invalid={isInvalid(props)}
        aria-describedby={describedBy(props)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <HintAndProblem {...props} />
    </div>
  );
}

type CheckboxFieldProps = DescriptionProps & {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

export function CheckboxField(props: CheckboxFieldProps) {
  const { id, name, checked, onChange, children } = props;
  return (
    <div className="field field-checkbox">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        required
        aria-invalid={isInvalid(props)}
        aria-describedby={describedBy(props)}
      />
      <label htmlFor={id}>{children}</label>
      <HintAndProblem {...props} />
    </div>
  );
}
