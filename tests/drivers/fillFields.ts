import type { ScreenDriver, UserDriver } from './pageDriver.ts';

/** A field of a form, and the function that sets it: false where the field is read-only. */
export type FieldSetter<Field> = readonly [field: Field, set: () => Promise<boolean> | Promise<void>];

/**
 * Sets the fields that do not show their value yet; where none is set, the first one that is not empty again.
 * Fields that become empty come first, so that a form that is incomplete before and after is never complete in
 * between.
 */
export async function fillFields<Field extends string>(
  screen: ScreenDriver,
  values: Readonly<Record<Field, string | boolean>>,
  setters: readonly FieldSetter<Field>[],
): Promise<void> {
  const shown = await screen.formValues();
  let isSet = false;
  const emptiedFirst = setters.toSorted(
    ([one], [other]) => Number(values[one] !== '') - Number(values[other] !== ''),
  );
  for (const [field, set] of emptiedFirst)
    if (shown[field] !== values[field] && (await set()) !== false) isSet = true;
  if (!isSet) await setters.find(([field]) => values[field] !== '')?.[1]();
}

/** Setters that type texts into the fields with these labels. */
export function textSetters<Field extends string>(
  user: UserDriver,
  values: Readonly<Record<NoInfer<Field>, string>>,
  labels: Readonly<Record<Field, string>>,
): FieldSetter<Field>[] {
  const setters: FieldSetter<Field>[] = [];
  for (const field in labels) setters.push([field, () => user.fill(labels[field], values[field])]);
  return setters;
}
