import * as v from 'valibot';
import type { Expectation } from '../../../../machines/checks/checks.types.ts';

export const expectation = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), isShown: v.boolean() }),
  v.object({ kind: v.literal('button'), name: v.string(), isEnabled: v.boolean() }),
  v.object({ kind: v.literal('selectedTab'), name: v.string() }),
  v.object({
    kind: v.literal('attribute'),
    role: v.picklist(['button', 'link', 'tab', 'radio', 'option']),
    name: v.string(),
    attribute: v.string(),
    value: v.string(),
  }),
  v.object({
    kind: v.literal('formValues'),
    values: v.record(v.string(), v.union([v.string(), v.boolean()])),
  }),
  v.object({ kind: v.literal('fileNames'), names: v.array(v.string()) }),
  v.object({ kind: v.literal('dialogTitle'), title: v.nullable(v.string()) }),
  v.object({ kind: v.literal('alertBox'), text: v.string() }),
  v.object({ kind: v.literal('page') }),
  v.object({ kind: v.literal('fact'), fact: v.string(), holds: v.boolean() }),
  v.object({ kind: v.literal('focus'), element: v.nullable(v.string()) }),
]) satisfies v.GenericSchema<unknown, Expectation>;
