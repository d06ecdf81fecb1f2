import type { Hands } from './hands.ts';

/** A field of a form, and how it is set; false where it cannot be. */
export type FieldSetter<Field> = readonly [field: Field, set: () => Promise<boolean> | Promise<void>];

/** Sets the fields that do not show their value yet; where none of them can be set, the first one again. */
export async function fillFields<Field extends string>(
  hands: Hands,
  values: Readonly<Record<Field, string | boolean>>,
  setters: readonly FieldSetter<Field>[],
): Promise<void> {
  const shown = await hands.formValues();
  let isSet = false;
  for (const [field, set] of setters)
    if (shown[field] !== values[field] && (await set()) !== false) isSet = true;
  if (!isSet) await setters[0]?.[1]();
}

/** How texts are typed into the fields with these labels. */
export function textSetters<Field extends string>(
  hands: Hands,
  values: Readonly<Record<NoInfer<Field>, string>>,
  labels: Readonly<Record<Field, string>>,
): FieldSetter<Field>[] {
  const setters: FieldSetter<Field>[] = [];
  for (const field in labels) setters.push([field, () => hands.fill(labels[field], values[field])]);
  return setters;
}
