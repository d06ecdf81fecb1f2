import {
  type FocusEvent,
  type FormEvent,
  type InputEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Field } from '../../machines/shared/fields.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Value = string | boolean;

/** The rules of the controls of a form, by their names; a control without rules takes every text as it is. */
export type TypingRules = Readonly<Record<string, Pick<Field, 'normalize' | 'isTypable'>>>;

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

const currentValue = (control: Control): Value => (isCheckbox(control) ? control.checked : control.value);

function setValue(control: Control, value: Value): void {
  if (typeof value === 'boolean') {
    if (isCheckbox(control)) control.checked = value;
  } else if (control.value !== value) control.value = value;
}

/**
 * A ref to a control that shows a value. The control is written to only when the value changes and its text does
 * not already stand for the new one, so that a composition, the caret, and text that was filled in without an
 * event are left alone.
 */
export function useControlValue<Target extends Control>(
  value: Value,
  normalize: (text: string) => string = String,
): RefObject<Target | null> {
  const control = useRef<Target>(null);
  const shown = useRef<Value>(typeof value === 'string' ? '' : false);
  useLayoutEffect(() => {
    if (!control.current || shown.current === value) return;
    shown.current = value;
    const text = currentValue(control.current);
    const represented = typeof text === 'string' ? normalize(text) : text;
    if (represented !== value) setValue(control.current, value);
  }, [value, normalize]);
  return control;
}

/** The text of a control after a character is typed at its caret. */
const textWith = ({ value, selectionStart, selectionEnd }: HTMLInputElement, character: string): string =>
  value.slice(0, selectionStart ?? value.length) + character + value.slice(selectionEnd ?? value.length);

/**
 * Refuses, in the controls of a form, each key and each composition that leads to a text that is not typable: text and
 * caret stay as they were. Returns a function that stops it.
 */
function refuseUntypable(form: HTMLFormElement, rules: TypingRules): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let beforeComposition = { value: '', caret: 0 };
  const isTypable = ({ name }: HTMLInputElement, text: string) => rules[name]?.isTypable?.(text) ?? true;
  const listen = <Type extends 'beforeinput' | 'compositionstart' | 'compositionend'>(
    type: Type,
    listener: (control: HTMLInputElement, event: HTMLElementEventMap[Type]) => void,
  ) =>
    form.addEventListener(
      type,
      (event) => {
        if (event.target instanceof HTMLInputElement) listener(event.target, event);
      },
      { signal },
    );
  listen('beforeinput', (control, event) => {
    const isKey = event.inputType === 'insertText' && event.data?.length === 1;
    if (isKey && !isTypable(control, textWith(control, event.data ?? ''))) event.preventDefault();
  });
  listen('compositionstart', ({ value, selectionStart }) => {
    beforeComposition = { value, caret: selectionStart ?? value.length };
  });
  // A composition cannot be refused before it ends.
  listen('compositionend', (control) => {
    if (isTypable(control, control.value)) return;
    const { value, caret } = beforeComposition;
    control.value = value;
    control.setSelectionRange(caret, caret);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return () => stopped.abort();
}

type Form<Values> = {
  /** A stable object. */
  rules: TypingRules;
  /** The values that the form has, by the names of its controls. */
  values: Values;
  onChange: (changed: Partial<Values>) => void;
  onSubmit: () => void;
};

/**
 * The props of a form whose controls show values. All of them are read at each input, when one is left and when
 * the form is submitted, because password managers and in-app browsers fill in some without an event. A text is
 * normalised when it is pasted, left or submitted.
 */
export function useFormControls<Values extends Readonly<Record<string, Value>>>({
  rules,
  values,
  onChange,
  onSubmit,
}: Form<Values>) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => (ref.current ? refuseUntypable(ref.current, rules) : undefined), [rules]);

  const normalize = (control: Control): Value => {
    const value = currentValue(control);
    return typeof value === 'string' ? (rules[control.name]?.normalize(value) ?? value) : value;
  };
  const controlsOf = (form: HTMLFormElement) =>
    [...form.elements].filter(isControl).filter(({ name }) => name in values);
  const readControls = (form: HTMLFormElement, edited?: EventTarget) => {
    const changed: Partial<Values> = {};
    for (const control of controlsOf(form))
      if (control === edited || normalize(control) !== values[control.name])
        Object.assign(changed, { [control.name]: currentValue(control) });
    if (Object.keys(changed).length > 0) onChange(changed);
  };

  return {
    ref,
    onInput: ({ currentTarget, target, nativeEvent }: InputEvent<HTMLFormElement>) => {
      const isPasted = /^insertFrom(Paste|Drop)$/.test(Reflect.get(nativeEvent, 'inputType') ?? '');
      if (isPasted && isControl(target)) setValue(target, normalize(target));
      readControls(currentTarget, target);
    },
    onBlur: ({ currentTarget, target }: FocusEvent<HTMLFormElement>) => {
      if (isControl(target)) setValue(target, normalize(target));
      readControls(currentTarget);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      for (const control of controlsOf(event.currentTarget)) setValue(control, normalize(control));
      readControls(event.currentTarget);
      onSubmit();
    },
  };
}
