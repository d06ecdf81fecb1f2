import type { Journey, Leg } from '../paths/journey.ts';

const FIRST = { chosen: { id: 'first load' } };
const SECOND = { chosen: { id: 'second load' } };
const OTHER = { chosen: { id: 'other load' } };

const found: Leg = ['present: a page', 'following.answering', { ...FIRST, countedFrom: 1 }];
const told: Leg = ['told: by the page', 'following.answering', { told: 1, came: 1 }];
const silent: Leg = ['after silenceTimeout', 'following.silent', FIRST];
const closed: Leg = ['parted: by the page', 'closed', { ...FIRST, sessions: [], calls: [], held: null }];

/** What a visualiser shows of the pages of the site, whatever becomes of them. */
export const visualiserLinkJourneys: readonly Journey[] = [
  {
    title: 'a page that is there is followed, also when it comes late',
    legs: [['after greetingTimeout', 'unlinked.alone', { chosen: null }], found, told],
  },
  {
    title: 'a page that says nothing is silent until it speaks again',
    legs: [
      found,
      silent,
      ['ponged: by the page', 'following.answering'],
      silent,
      ['told: by another page', 'following.silent'],
      ['told: by the page, which is held', 'following.answering', { held: 'scholarshipTerms', sessions: [] }],
      silent,
      ['present: another page', 'following.silent', FIRST],
      ['present: a page', 'following.answering', FIRST],
    ],
  },
  {
    title: 'what was counted stays when the page is asked again, and begins anew with another load',
    legs: [
      found,
      told,
      ['present: a page', 'following.answering', { told: 1, came: 1 }],
      ['present: the page, loaded again', 'following.answering', { ...SECOND, told: 0, came: 0 }],
    ],
  },
  {
    title: 'a page that is loaded again is followed on',
    legs: [
      found,
      closed,
      ['present: another page', 'closed', FIRST],
      ['present: the page, loaded again', 'following.answering', SECOND],
    ],
  },
  {
    title: 'another page is followed when it is chosen',
    legs: [
      found,
      ['present: another page', 'following.answering', FIRST],
      ['chosen: another page', 'following.answering', { ...OTHER, sessions: [], countedFrom: null }],
      ['parted: by the page', 'following.answering', { ...OTHER, pages: [{ id: 'other load' }] }],
      ['parted: by another page', 'closed', { ...OTHER, pages: [] }],
      ['present: a page', 'closed', OTHER],
      ['chosen: the page', 'following.answering', FIRST],
    ],
  },
  {
    title: 'a silent page is left for another one',
    legs: [
      found,
      ['present: another page', 'following.answering'],
      silent,
      ['chosen: another page', 'following.answering', OTHER],
    ],
  },
  {
    title: 'another visualiser is known of as long as it is there',
    legs: [
      ['otherSeen: in another tab', 'unlinked.searching', { others: ['other'] }],
      ['otherSeen: in another tab', 'unlinked.searching', { others: ['other'] }],
      found,
      ['otherLeft: from another tab', 'following.answering', { others: [] }],
    ],
  },
  {
    title: 'the log can be cleared, also of a page that is closed',
    legs: [
      found,
      told,
      closed,
      ['logCleared: by its button', 'closed', { log: [], ran: { scholarshipTerms: { states: ['shown'] } } }],
      ['present: the page, loaded again', 'following.answering'],
    ],
  },
];
