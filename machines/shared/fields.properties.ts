import type { Property } from '../paths/index.ts';
import { always } from '../paths/index.ts';
import type { Fields } from './fields.ts';

/** The property that a form takes texts up to these lengths: a longer one is cut, and cannot be typed. */
export function longestTexts<Name extends string>(
  fields: Fields<Name>,
  lengths: Readonly<Partial<Record<NoInfer<Name>, number>>>,
): Property {
  const names = Object.keys(fields).filter((name): name is Name => name in lengths);
  const isLongest = (name: Name) => {
    const { maxLength = 0, normalize } = fields[name];
    return maxLength === lengths[name] && normalize('x'.repeat(maxLength + 1)).length === maxLength;
  };
  return always(`the longest texts are ${JSON.stringify(lengths)}`, () => names.every(isLongest));
}
