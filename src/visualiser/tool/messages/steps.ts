import { catalogue } from '../../../../machines/catalogue.ts';
import type { CatalogueMessage, CatalogueStep } from './messages.types.ts';

/** Returns the path of the page on which a flow runs. */
const pagePathOf = (flow: string): string => catalogue.find(({ id }) => id === flow)?.page ?? '/';

export const submit = 'submitted: by the button';
export const enterValidValues = 'changed: everything valid';

type Row = readonly [condition: string, text: string, ...steps: CatalogueStep[]];

/** Returns messages of one flow on its page. The steps of each come after the common ones. */
export const messagesOf = (
  where: string,
  flow: string,
  common: readonly CatalogueStep[],
  rows: readonly Row[],
  rest: Partial<CatalogueMessage> = {},
): CatalogueMessage[] =>
  rows.map(([condition, text, ...steps]) => ({
    where,
    condition,
    text,
    flow,
    path: pagePathOf(flow),
    steps: [...common, ...steps],
    ...rest,
  }));
