import { faqAccordionMachine } from '../../machines/faqAccordion/faqAccordion.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The FAQ of the home page and of the About page. */
export const faqAccordion: SiteFlow<typeof faqAccordionMachine> = {
  id: 'faqAccordion',
  machine: faqAccordionMachine,
};
