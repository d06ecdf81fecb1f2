import { openingsMessages } from '../../machines/openings/openings.messages.ts';
import { site } from './site.ts';

/** The texts of the careers page. Spec §2, Careers. */
export const careersText = {
  heading: 'Careers',
  tagline: 'Teach, build or write for children who are still deciding what they can be',
  intro:
    'We look for people who explain well and listen even better. Read the posting, and apply with your CV. A short cover letter is welcome.',
  tabsLabel: 'Job categories',
  withoutScripts: { what: 'Applying on this page', write: 'send your CV to' },
  unsent: `What you enter here stays on your device. Please also send it with your CV to ${site.email}.`,
  empty: openingsMessages.empty,
} as const;
