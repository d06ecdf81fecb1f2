import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { visualiserLinkCases } from './visualiserLink.cases.ts';

const FIRST = { followedPage: { id: 'first load' } };
const SECOND = { followedPage: { id: 'second load' } };
const OTHER = { followedPage: { id: 'other load' } };

const found: JourneyStep<typeof visualiserLinkCases> = [
  'present: a page',
  'following.responsive',
  { ...FIRST, firstMicrostepCount: 1 },
];
const observed: JourneyStep<typeof visualiserLinkCases> = [
  'observed: by the page',
  'following.responsive',
  { counted: 1, received: 1 },
];
const unresponsive: JourneyStep<typeof visualiserLinkCases> = [
  'after silenceTimeout',
  'following.unresponsive',
  FIRST,
];
const paused: JourneyStep<typeof visualiserLinkCases> = [
  'observed: by the page, which is paused',
  'following.responsive',
  { paused: 'scholarshipTerms', sessions: [] },
];
const closed: JourneyStep<typeof visualiserLinkCases> = [
  'goodbye: by the page',
  'closed',
  { ...FIRST, sessions: [], invokedActors: [], paused: null },
];

const pinned = { timeline: [{ number: 0, isPinned: true }] };

/** Scenarios of pages that are opened, followed, silent, reloaded and closed. */
export const visualiserLinkJourneys: readonly Journey<typeof visualiserLinkCases>[] = [
  {
    title: 'a page is followed, also when it connects late',
    steps: [['after helloTimeout', 'disconnected.noPage', { followedPage: null }], found, observed],
  },
  {
    title: 'a silent page is unresponsive until its next message',
    steps: [
      found,
      unresponsive,
      ['pong: by the page', 'following.responsive'],
      unresponsive,
      ['observed: by another page', 'following.unresponsive'],
      paused,
      unresponsive,
      ['present: another page', 'following.unresponsive', FIRST],
      ['present: a page', 'following.responsive', FIRST],
    ],
  },
  {
    title: 'the counts stay when the page presents itself again, and start again after a reload',
    steps: [
      found,
      observed,
      ['present: a page', 'following.responsive', { counted: 1, received: 1 }],
      ['present: the page, loaded again', 'following.responsive', { ...SECOND, counted: 0, received: 0 }],
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
    title: 'a pause and its sessions are those of the followed page, also after a reload and after a choice',
    steps: [
      ['present: a page', 'following.responsive', { sessions: [{ session: 'x:1' }], paused: null }],
      ['present: another page', 'following.responsive', FIRST],
      paused,
      [
        'present: the page, loaded again',
        'following.responsive',
        { ...SECOND, sessions: [{ session: 'x:1' }], paused: null },
      ],
      ['present: a page', 'following.responsive', FIRST],
      paused,
      ['pageChosen: another page', 'following.responsive', { ...OTHER, sessions: [], paused: null }],
    ],
  },
  {
    title: 'another visualiser is listed while it is open',
    steps: [
      ['otherVisualiserOpened: in another tab', 'disconnected.searching', { otherVisualisers: ['other'] }],
      ['otherVisualiserOpened: in another tab', 'disconnected.searching', { otherVisualisers: ['other'] }],
      found,
      ['otherVisualiserClosed: from another tab', 'following.responsive', { otherVisualisers: [] }],
    ],
  },
  {
    title: 'coverage by hand is kept from an earlier visit, counted on, and cleared',
    steps: [
      found,
      [
        'observed: by the page',
        'following.responsive',
        { coverage: { contact: { states: ['idle'] }, scholarshipTerms: { states: ['shown'] } } },
      ],
      ['coverageCleared: by its button', 'following.responsive', { coverage: {} }],
      [
        'observed: by the page',
        'following.responsive',
        { coverage: { scholarshipTerms: { states: ['shown'] } } },
      ],
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
        { timeline: [], coverage: { scholarshipTerms: { states: ['shown'] } } },
      ],
      ['present: the page, loaded again', 'following.responsive'],
    ],
  },
  {
    title:
      'loads, events, requests and responses of the followed page are on one timeline, in order, each once',
    steps: [
      ['present: a page', 'following.responsive', { timeline: [{ number: 0, kind: 'pageLoaded', at: 0 }] }],
      [
        'observed: by the page',
        'following.responsive',
        {
          timeline: [
            { number: 0, kind: 'pageLoaded' },
            { number: 1, kind: 'event', page: { id: 'first load' }, entry: { flow: 'scholarshipTerms' } },
            { number: 2, kind: 'request', request: { id: 1 } },
            { number: 3, kind: 'response', response: { request: 1 } },
          ],
        },
      ],
      ['observed: by the page', 'following.responsive', { timeline: [{}, {}, {}, {}] }],
      [
        'present: the page, loaded again',
        'following.responsive',
        { timeline: [{}, {}, {}, {}, { number: 4, kind: 'pageLoaded', page: { id: 'second load' } }] },
      ],
    ],
  },
  {
    title: 'what is recorded of the followed page belongs to an entry, and goes with the timeline',
    steps: [
      found,
      [
        'pictured: by the page',
        'following.responsive',
        { recorded: [{ entry: 0, page: 'first load', isWhole: true }] },
      ],
      ['pictured: by the page', 'following.responsive', { recorded: [{ entry: 0 }, { entry: 0 }] }],
      ['logCleared: by its button', 'following.responsive', { recorded: [] }],
    ],
  },
  {
    title: 'an entry is shown until another or the current state is chosen, and pins can be removed',
    steps: [
      found,
      ['entryShown: the oldest entry', 'following.responsive', { shownEntry: 0 }],
      ['pinToggled: by its button', 'following.responsive', { shownEntry: 0, ...pinned }],
      ['entryShown: the current state', 'following.responsive', { shownEntry: null, ...pinned }],
      ['entryShown: the oldest entry', 'following.responsive', { shownEntry: 0 }],
      ['pinToggled: by its button', 'following.responsive', { timeline: [{ isPinned: false }] }],
      ['pinToggled: by its button', 'following.responsive', pinned],
      ['logCleared: by its button', 'following.responsive', { shownEntry: null, timeline: [] }],
    ],
  },
];
