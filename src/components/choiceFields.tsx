import type { ReactNode } from 'react';
import { useControlValue } from '../browser/formControls.ts';
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
  options: readonly string[];
  placeholder: string;
};

/** A labelled select of one option. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, name, value, options, placeholder } = props;
  const control = useControlValue<HTMLSelectElement>(value);
  return (
    <div className="field">
      <Label id={id} label={label} />
      <select
        ref={control}
        id={id}
        name={name}
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
  children: ReactNode;
};

export function CheckboxField(props: CheckboxFieldProps) {
  const { id, name, checked, children } = props;
  const control = useControlValue<HTMLInputElement>(checked);
  return (
    <div className="field field-checkbox">
      <input
        ref={control}
        id={id}
        name={name}
        type="checkbox"
        required
        aria-invalid={isInvalid(props)}
        aria-describedby={describedBy(props)}
      />
      <label htmlFor={id}>{children}</label>
      <HintAndProblem {...props} />
    </div>
  );
}
