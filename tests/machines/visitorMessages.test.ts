import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { explore } from '../../machines/paths/index.ts';
import { errorCatalogue } from '../../src/visualiser/tool/errorCatalogue.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import {
  fieldMessages,
  messagesOfMachineFiles,
  messagesOfScreens,
  messagesOfServer,
} from '../support/visitorMessages.ts';

/** Every message that a visitor can read stands in the catalogue of the visualiser. */

const known = new Set(errorCatalogue.flatMap(({ text, more = [] }) => [text, ...more]));

/** The messages that no visitor reads, with the reason. */
const unread: Readonly<Record<string, string>> = {
  'Apply for Math Tutor': 'the title of a dialog',
  'Try again': 'a button',
  'Load the whole page again': 'a button',
  'Please give a phone number of exactly 10 digits, or none.': 'the browser checks the field first',
  'Please write a message, or none.': 'every text is valid',
  'Please send the fields of this form as JSON.': 'the site does',
  'Please send only the fields of this form.': 'the site does',
  'Please send JSON (Content-Type: application/json).': 'the site does',
  'Please send this call with POST.': 'the site does',
  'There is nothing at this address.': 'the site calls existing addresses',
  'That is not valid JSON.': 'the site sends valid JSON',
  'That is too much data for this form.': 'the fields shorten what is typed',
  'The payment status must be paid or pending.': 'the site sends one of them',
  'Please leave this field empty.': 'only robots see the field',
};

/** Messages about texts that are too long: a field shortens what is typed or pasted. */
const isAboutLength = (text: string) =>
  /^The .+ must (be one line of|have) at most \d+ characters\.$/.test(text);

const missing = (texts: Iterable<string>) =>
  [...new Set(texts)].filter((text) => !known.has(text) && !(text in unread) && !isAboutLength(text));

const reachable = catalogue
  .filter(({ page }) => page !== null)
  .flatMap((flow) =>
    [...explore(flow).states.values()].flatMap(({ snapshot }) => {
      const { alert, problem } = snapshot.context;
      return [alert, alert?.message, problem?.message].filter((text) => typeof text === 'string');
    }),
  );

describe('none is missing', () => {
  test.each([
    ['of the machines', messagesOfMachineFiles],
    ['about fields', fieldMessages],
    ['of the screens', messagesOfScreens],
    ['of the server', messagesOfServer],
  ] as const)('%s', (_, collect) => {
    const texts = collect();
    expect(texts.length).toBeGreaterThan(5);
    expect(missing(texts)).toEqual([]);
  });

  test('that a machine reaches with the cases of its flow', () => {
    expect(missing(reachable)).toEqual([]);
  });
});

test('each message names the place where it is read and its condition', () => {
  const places = [...new Set(errorCatalogue.map(({ where }) => where))];
  expect(places.join(', ')).toBe(
    'Contact, Call-back, Scholarship, Registration, Careers, Blog, Any page, Any form, Newsletter, Server',
  );
  for (const { where, condition } of nonEmpty(errorCatalogue))
    expect(condition, where).toMatch(/^[\p{L}\d].*\w/u);
});

test('what is left out is in no reachable state, and exists', () => {
  expect(nonEmpty(reachable).filter((text) => text in unread || isAboutLength(text))).toEqual([]);
  const texts = [...messagesOfMachineFiles(), ...fieldMessages(), ...messagesOfServer()];
  expect(nonEmpty(Object.keys(unread)).filter((text) => !texts.includes(text))).toEqual([]);
});
