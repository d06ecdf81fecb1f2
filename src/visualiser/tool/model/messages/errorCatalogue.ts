import { formMessages } from './formMessages.ts';
import type { CatalogueMessage } from './messages.types.ts';
import { pageMessages } from './pageMessages.ts';
import { registrationFormMessages } from './registrationFormMessages.ts';
import { serverMessages } from './serverMessages.ts';

export type { CatalogueMessage };

/** Every message that a visitor can read: those of the error catalogue, and all others. Spec §8; for a message that was sent, §4. */
export const errorCatalogue: readonly CatalogueMessage[] = [
  ...formMessages,
  ...registrationFormMessages,
  ...pageMessages,
  ...serverMessages,
];

/** Unique among the messages. */
export const titleOf = ({ where, condition }: CatalogueMessage): string => `${where}: ${condition}`;
