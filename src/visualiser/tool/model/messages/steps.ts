import { catalogue } from '../../../../../machines/catalogue.ts';
import type { CatalogueMessage, CatalogueStep } from './messages.types.ts';

const pagePathOf = (flow: string): string => catalogue.find(({ id }) => id === flow)?.page ?? '/';

export const submit = 'submitted: by the button';
export const enterValidValues = 'changed: everything valid';

type Message = Pick<CatalogueMessage, 'condition' | 'text'> & Partial<CatalogueMessage>;

/** A message of a flow on its page, which is shown at once where it has no steps. */
export const messageOf = (where: string, flow: string, message: Message): CatalogueMessage => ({
  where,
  flow,
  path: pagePathOf(flow),
  steps: [],
  ...message,
});

export type Row = readonly [condition: string, text: string, ...steps: CatalogueStep[]];

/** Messages of one flow on its page. The steps of each come after the common ones. */
export const messagesOf = (
  where: string,
  flow: string,
  common: readonly CatalogueStep[],
  rows: readonly Row[],
): CatalogueMessage[] =>
  rows.map(([condition, text, ...steps]) =>
    messageOf(where, flow, { condition, text, steps: [...common, ...steps] }),
  );
