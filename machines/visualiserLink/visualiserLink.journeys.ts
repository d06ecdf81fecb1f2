import type { Journey, JourneyStep } from '../paths/paths.types.ts';

const FIRST = { followedPage: { id: 'first load' } };
const SECOND = { followedPage: { id: 'second load' } };
const OTHER = { followedPage: { id: 'other load' } };

const found: JourneyStep = ['present: a page', 'following.responsive', { ...FIRST, firstMicrostepCount: 1 }];
const observed: JourneyStep = ['observed: by the page', 'following.responsive', { counted: 1, received: 1 }];
const unresponsive: JourneyStep = ['after silenceTimeout', 'following.unresponsive', FIRST];
const closed: JourneyStep = [
  'goodbye: by the page',
  'closed',
  { ...FIRST, sessions: [], invokedActors: [], paused: null },
];

/** What a visualiser shows of the pages of the site, whatever becomes of them. */
export const visualiserLinkJourneys: readonly Journey[] = [
  {
    title: 'a page that is there is followed, also when it comes late',
    steps: [['after helloTimeout', 'disconnected.noPage', { followedPage: null }], found, observed],
  },
  {
    title: 'a page that says nothing is silent until it speaks again',
    steps: [
      found,
      unresponsive,
      ['pong: by the page', 'following.responsive'],
      unresponsive,
      ['observed: by another page', 'following.unresponsive'],
      [
        'observed: by the page, which is paused',
        'following.responsive',
        { paused: 'scholarshipTerms', sessions: [] },
      ],
      unresponsive,
      ['present: another page', 'following.unresponsive', FIRST],
      ['present: a page', 'following.responsive', FIRST],
    ],
  },
  {
    title: 'what was counted stays when the page is asked again, and begins anew with another load',
    steps: [
      found,
      observed,
      ['present: a page', 'following.responsive', { counted: 1, received: 1 }],
      ['present: the page, loaded again', 'following.responsive', { ...SECOND, counted: 0, received: 0 }],
    ],
  },
  {
    title: 'a page that is loaded again is followed on',
    steps: [
      found,
      closed,
      ['present: another page', 'closed', FIRST],
      ['present: the page, loaded again', 'following.responsive', SECOND],
    ],
  },
  {
    title: 'another page is followed when it is chosen',
    steps: [
      found,
      ['present: another page', 'following.responsive', FIRST],
      [
        'pageChosen: another page',
        'following.responsive',
        { ...OTHER, sessions: [], firstMicrostepCount: null },
      ],
      ['goodbye: by the page', 'following.responsive', { ...OTHER, pages: [{ id: 'other load' }] }],
      ['goodbye: by another page', 'closed', { ...OTHER, pages: [] }],
      ['present: a page', 'closed', OTHER],
      ['pageChosen: the page', 'following.responsive', FIRST],
    ],
  },
  {
    title: 'a silent page is left for another one',
    steps: [
      found,
      ['present: another page', 'following.responsive'],
      unresponsive,
      ['pageChosen: another page', 'following.responsive', OTHER],
    ],
  },
  {
    title: 'another visualiser is known of as long as it is there',
    steps: [
      ['otherVisualiserOpened: in another tab', 'disconnected.searching', { otherVisualisers: ['other'] }],
      ['otherVisualiserOpened: in another tab', 'disconnected.searching', { otherVisualisers: ['other'] }],
      found,
      ['otherVisualiserClosed: from another tab', 'following.responsive', { otherVisualisers: [] }],
    ],
  },
  {
    title: 'the log can be cleared, also of a page that is closed',
    steps: [
      found,
      observed,
      closed,
      [
        'logCleared: by its button',
        'closed',
        { log: [], coverage: { scholarshipTerms: { states: ['shown'] } } },
      ],
      ['present: the page, loaded again', 'following.responsive'],
    ],
  },
];
