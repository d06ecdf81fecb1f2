import type { PersistedSnapshot } from '../../../../../machines/paths/index.ts';
import { stateName } from '../../../../../machines/paths/index.ts';
import { partOf } from '../../../shared/partOf.ts';
import { type CatalogueMessage, errorCatalogue } from './errorCatalogue.ts';

/** Whether the page shows a message in a state of its flow, to which an event of this type has led. */
export function isShown(
  { text, field, shownIn }: CatalogueMessage,
  snapshot: Pick<PersistedSnapshot, 'value' | 'context'>,
  event: string,
): boolean {
  const { context } = snapshot;
  if (shownIn)
    return (
      stateName(snapshot) === shownIn.state &&
      (shownIn.event ?? event) === event &&
      (shownIn.context?.(context) ?? true)
    );
  const { alert, problem, values } = context;
  if (partOf(problem, 'message') === text) return partOf(problem, 'field') === field;
  const isAlert = alert === text || partOf(alert, 'message') === text;
  return isAlert && (field === undefined || String(partOf(values, field)).trim() === '');
}

export const messagesShown = (
  flow: string,
  snapshot: Pick<PersistedSnapshot, 'value' | 'context'>,
  event: string,
): CatalogueMessage[] =>
  errorCatalogue.filter((message) => message.flow === flow && isShown(message, snapshot, event));
