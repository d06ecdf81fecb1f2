import type { Journey } from '../../paths/index.ts';
import { chartViewCases } from './chartView.cases.ts';

const { place } = chartViewCases.events.moved['by a drag'];

/** Scenarios of the view of a chart. */
export const chartViewJourneys: readonly Journey<typeof chartViewCases>[] = [
  {
    title: 'a chart follows the active state until a person moves it or fits it',
    steps: [
      ['resized: to a phone', 'following', { size: { width: 360, height: 640 }, place: null }],
      ['moved: by a drag', 'placed', { place }],
      ['fitRequested: by its button', 'fitted'],
      ['moved: by a drag', 'placed', { place }],
      ['followRequested: by its button', 'following'],
    ],
  },
  {
    title: 'what the pointer is on is lit, and the chart stays where it is',
    steps: [
      ['moved: by a drag', 'placed', { lit: null }],
      ['lit: a state', 'placed', { lit: 'contact.editing', place }],
      ['lit: nothing', 'placed', { lit: null, place }],
    ],
  },
];
