import type { Journey } from '../../paths/index.ts';
import { visualiserEnvironmentCases } from './visualiserEnvironment.cases.ts';
import { browserSettings } from './visualiserEnvironment.rules.ts';

const { answerAdded } = visualiserEnvironmentCases.events;
const { answer } = answerAdded['for the contact form'];
const { answer: otherAnswer } = answerAdded['for another form'];
const withAnswers = (...answers: (typeof answer)[]) => ({ ...browserSettings, answers });
const unset = { settings: browserSettings, flow: null, left: [] };

export const visualiserEnvironmentJourneys: readonly Journey<typeof visualiserEnvironmentCases>[] = [
  {
    title: 'a page is given what is set, and so is the page of another tab; a page before is left alone',
    steps: [
      ['pageFollowed: in a tab', 'untouched', { tab: 'one tab', ...unset }],
      ['set: a lost network', 'chosen.setting', { settings: { ...browserSettings, network: 'lost' } }],
      ['setOnPage: set', 'chosen.set'],
      ['pageFollowed: in another tab', 'chosen.setting', { tab: 'other tab' }],
      ['setOnPage: not set', 'chosen.set'],
      [
        'set: a translation',
        'chosen.setting',
        { settings: { ...browserSettings, network: 'lost', isTranslated: true } },
      ],
      ['reset: by its button', 'chosen.setting', unset],
    ],
  },
  {
    title: 'answers are added for one flow, counted down, and removed',
    steps: [
      [
        'answerAdded: for the contact form',
        'chosen.setting',
        { settings: withAnswers(answer), flow: 'contact', left: [2] },
      ],
      ['answersUsed: one of two', 'chosen.setting', { left: [1] }],
      [
        'answerAdded: for the contact form',
        'chosen.setting',
        { settings: withAnswers(answer, answer), left: [1, 2] },
      ],
      ['answersUsed: of an environment that was set before', 'chosen.setting', { left: [1, 1] }],
      [
        'answerAdded: for another form',
        'chosen.setting',
        { settings: withAnswers(otherAnswer), flow: 'callBack', left: [1] },
      ],
      ['answersRemoved: by its button', 'chosen.setting', { settings: browserSettings, left: [] }],
    ],
  },
];
