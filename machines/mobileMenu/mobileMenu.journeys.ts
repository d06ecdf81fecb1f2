import type { Journey } from '../paths/index.ts';
import type { mobileMenuCases } from './mobileMenu.cases.ts';

const opened = [['toggled: by click', 'open']] as const;

/** Scenarios of the mobile menu, from the specification. Spec §2, §4. */
export const mobileMenuJourneys: readonly Journey<typeof mobileMenuCases>[] = [
  { title: '§4 the button opens and closes the menu', steps: [...opened, ['toggled: by click', 'closed']] },
  { title: '§2 the overlay closes the menu', steps: [...opened, ['overlayPressed: by click', 'closed']] },
  { title: 'Escape closes the menu', steps: [...opened, ['cancelled: by key', 'closed']] },
  {
    title: 'the menu closes when the focus moves to the page',
    steps: [...opened, ['focusLeft: past the last link', 'closed']],
  },
  {
    title: 'the menu closes when one of its links is followed',
    steps: [...opened, ['navigated: by a link of the menu', 'closed']],
  },
];
