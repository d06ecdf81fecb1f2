import type { Journey } from '../../paths/index.ts';
import { visualiserEnvironmentCases } from './visualiserEnvironment.cases.ts';
import { browserSettings } from './visualiserEnvironment.rules.ts';

const { answerAdded, opened } = visualiserEnvironmentCases.events;
const { answer } = answerAdded['for the contact form'];
const { answer: otherAnswer } = answerAdded['for another form'];
const { scenario } = opened['from a link'];
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
  {
    title: 'what is set is saved under a name, with the answers of its flow alone, and removed',
    steps: [
      ['answerAdded: for the contact form', 'chosen.setting'],
      [
        'saved: for the contact form',
        'chosen.setting',
        { scenarios: [{ name: 'slow server', flow: 'contact', settings: withAnswers(answer) }] },
      ],
      [
        'saved: for another form',
        'chosen.setting',
        {
          scenarios: [
            { name: 'slow server', flow: 'contact', settings: withAnswers(answer) },
            { name: 'slow server', flow: 'callBack', settings: browserSettings },
          ],
        },
      ],
      [
        'removed: by its button',
        'chosen.setting',
        { scenarios: [{ name: 'slow server', flow: 'callBack', settings: browserSettings }] },
      ],
    ],
  },
  {
    title: 'a scenario is opened from a link, or replayed, and then its page is loaded',
    steps: [
      [
        'opened: from a link',
        'chosen.setting',
        { scenarios: [scenario], settings: scenario.settings, flow: 'contact', left: [1] },
      ],
      ['reset: by its button', 'chosen.setting', { ...unset, scenarios: [scenario] }],
      [
        'replayed: by its button',
        'replaying',
        { scenarios: [scenario], settings: scenario.settings, flow: 'contact', left: [1] },
      ],
      ['pageFollowed: in a tab', 'replaying', { tab: 'one tab' }],
      ['replayOnPage: loaded', 'chosen.set'],
      ['replayed: by its button', 'replaying'],
      ['replayOnPage: not set', 'chosen.set', { scenarios: [scenario] }],
    ],
  },
];
