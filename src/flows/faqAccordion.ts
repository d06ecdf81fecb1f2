import { faqAccordionMachine } from '../../machines/faqAccordion/faqAccordion.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The FAQ as the site runs it, on the home page and on the About page. */
export const faqAccordion: SiteFlow<typeof faqAccordionMachine> = {
  id: 'faqAccordion',
  machine: faqAccordionMachine,
};
