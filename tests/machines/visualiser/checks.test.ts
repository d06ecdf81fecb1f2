import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { Cause, Checks, Expectation, FocusRule } from '../../../src/visualiser/checks/checks.types.ts';
import { expectation } from '../../../src/visualiser/checks/expectation.schema.ts';
import {
  alertBox,
  attribute,
  button,
  dialogTitle,
  expectationsOf,
  fact,
  fileNames,
  formValues,
  noText,
  selectedTab,
  text,
  textWhere,
} from '../../../src/visualiser/checks/expectations.ts';
import {
  anyElement,
  byVisitor,
  firstOf,
  focusRuleOf,
  isEvent,
  movedTo,
  pressed,
  returnedFrom,
  unchanged,
} from '../../../src/visualiser/checks/focus.ts';
import { checks } from '../../../src/visualiser/checks/index.ts';
import { sentenceOf } from '../../../src/visualiser/checks/sentences.ts';

/** What the checks of all flows are made of. */

const event = (type: string): Cause => ({ kind: 'event', type });
const outcome: Cause = { kind: 'outcome' };

const lamp = createActor(
  createMachine({
    id: 'lamp',
    initial: 'off',
    states: { off: {}, on: { initial: 'dim', states: { dim: {} } } },
  }),
).getSnapshot();

describe('an expectation', () => {
  test.each<[Expectation, Expectation, string]>([
    [text('Hello'), { kind: 'text', text: 'Hello', isShown: true }, '"Hello" is shown'],
    [noText('Hello'), { kind: 'text', text: 'Hello', isShown: false }, '"Hello" is not shown'],
    [textWhere(true, 'Hello'), { kind: 'text', text: 'Hello', isShown: true }, '"Hello" is shown'],
    [textWhere(false, 'Hello'), { kind: 'text', text: 'Hello', isShown: false }, '"Hello" is not shown'],
    [
      button('Send', { isEnabled: true }),
      { kind: 'button', name: 'Send', isEnabled: true },
      'the button "Send" is on',
    ],
    [
      button('Send', { isEnabled: false }),
      { kind: 'button', name: 'Send', isEnabled: false },
      'the button "Send" is off',
    ],
    [selectedTab('Math'), { kind: 'selectedTab', name: 'Math' }, 'the tab "Math" is selected'],
    [
      attribute('button', 'Menu', 'aria-expanded', 'true'),
      { kind: 'attribute', role: 'button', name: 'Menu', attribute: 'aria-expanded', value: 'true' },
      'the button "Menu" is expanded',
    ],
    [
      attribute('tab', 'Menu', 'aria-pressed', 'false'),
      { kind: 'attribute', role: 'tab', name: 'Menu', attribute: 'aria-pressed', value: 'false' },
      'the tab "Menu" is not pressed',
    ],
    [
      attribute('link', 'Help', 'href', '/help'),
      { kind: 'attribute', role: 'link', name: 'Help', attribute: 'href', value: '/help' },
      'the link "Help" has href "/help"',
    ],
    [
      formValues({ name: 'Asha', terms: true }),
      { kind: 'formValues', values: { name: 'Asha', terms: true } },
      'the fields show their values: name, terms',
    ],
    [formValues({}), { kind: 'formValues', values: {} }, 'the fields show their values: none'],
    [
      fileNames(['cv.pdf', 'a.doc']),
      { kind: 'fileNames', names: ['cv.pdf', 'a.doc'] },
      'the chosen files are cv.pdf, a.doc',
    ],
    [fileNames([]), { kind: 'fileNames', names: [] }, 'the chosen files are none'],
    [dialogTitle('Apply'), { kind: 'dialogTitle', title: 'Apply' }, 'the dialog "Apply" is open'],
    [dialogTitle(null), { kind: 'dialogTitle', title: null }, 'no dialog is open'],
    [alertBox('Thanks'), { kind: 'alertBox', text: 'Thanks' }, 'the alert box said "Thanks"'],
    [fact('it is bright', false), { kind: 'fact', fact: 'it is bright', holds: false }, 'it is bright'],
    [{ kind: 'focus', element: 'h1' }, { kind: 'focus', element: 'h1' }, 'the focus is on "h1"'],
    [{ kind: 'focus', element: null }, { kind: 'focus', element: null }, 'the focus is not lost'],
  ])('%o is sent to a page as %o, and is told as: %s', (created, sent, sentence) => {
    expect(created).toEqual(sent);
    expect(v.parse(expectation, created)).toEqual(sent);
    expect(sentenceOf(created)).toBe(sentence);
  });

  test.each([
    [{ kind: 'text', text: 'Hello' }],
    [{ kind: 'button', name: 'Send' }],
    [{ kind: 'selectedTab' }],
    [{ kind: 'attribute', role: 'dialog', name: 'x', attribute: 'y', value: 'z' }],
    [{ kind: 'formValues', values: { name: 1 } }],
    [{ kind: 'fileNames', names: [1] }],
    [{ kind: 'dialogTitle' }],
    [{ kind: 'alertBox' }],
    [{ kind: 'fact', fact: 'x' }],
    [{ kind: 'focus' }],
    [{ kind: 'unknown' }],
  ])('%o is none', (data) => {
    expect(v.is(expectation, data)).toBe(false);
  });

  test.each(['button', 'link', 'tab', 'radio', 'separator'] as const)('may be of a %s', (role) => {
    expect(v.is(expectation, attribute(role, 'x', 'y', 'z'))).toBe(true);
  });
});

describe('what a page shows of a flow', () => {
  const shown: Checks = {
    focus: {
      off: ({ previousFocus, isSimulated }) => (isSimulated ? 'simulated' : `after ${previousFocus}`),
    },
    states: {
      off: (snapshot, after) => [text(`${snapshot.value} after ${after?.type}`)],
      'on.dim': () => [text('dim')],
    },
  };
  const onPage = { previousFocus: '', isSimulated: false };

  test('is that of its state, and the focus last', () => {
    expect(expectationsOf(shown, lamp, event('x'), { ...onPage, previousFocus: 'h1' })).toEqual([
      text('off after x'),
      { kind: 'focus', element: 'after h1' },
    ]);
    expect(expectationsOf(shown, lamp, undefined, { ...onPage, isSimulated: true })).toEqual([
      text('off after undefined'),
      { kind: 'focus', element: 'simulated' },
    ]);
  });

  test.each([
    ['', []],
    ['h1', [{ kind: 'focus', element: null }]],
  ])(
    'has the focus anywhere where no rule names an element, and "%s" had it before',
    (previousFocus, focus) => {
      const anywhere = { ...shown, focus: anyElement };
      expect(expectationsOf(anywhere, lamp, undefined, { ...onPage, previousFocus })).toEqual([
        text('off after undefined'),
        ...focus,
      ]);
      expect(expectationsOf({ ...shown, focus: {} }, lamp, undefined, { ...onPage, previousFocus })).toEqual([
        text('off after undefined'),
        ...focus,
      ]);
    },
  );

  test('is said of every state', () => {
    expect(() => expectationsOf({ ...shown, states: {} }, lamp, undefined, onPage)).toThrow(
      'Nothing says how "off" is seen.',
    );
  });
});

describe('a focus rule', () => {
  const elementAfter = (
    rule: FocusRule,
    after: Cause | undefined,
    { previousFocus = '', isSimulated = false } = {},
  ) => rule({ after, snapshot: lamp, previousFocus, isSimulated });
  const simulated = { isSimulated: true };

  test('asks for events by their types', () => {
    expect(isEvent(event('opened'), 'closed', 'opened')).toBe(true);
    expect(isEvent(event('opened'), 'closed')).toBe(false);
    expect(isEvent({ kind: 'outcome', type: 'opened' }, 'opened')).toBe(false);
    expect(isEvent({ kind: 'event' }, 'opened')).toBe(false);
    expect(isEvent(undefined, 'opened')).toBe(false);
  });

  test('may let any element have it', () => {
    expect(elementAfter(anyElement, event('opened'))).toBeNull();
  });

  test('names the element to which an event moves it', () => {
    const rule = movedTo('h1', 'opened', 'closed');
    expect(elementAfter(rule, event('closed'))).toBe('h1');
    expect(elementAfter(rule, event('closed'), simulated)).toBe('h1');
    expect(elementAfter(rule, event('changed'))).toBeNull();
  });

  test('names the element that was pressed, not where the event was only sent', () => {
    const rule = pressed('button Open', 'opened');
    expect(elementAfter(rule, event('opened'))).toBe('button Open');
    expect(elementAfter(rule, event('opened'), simulated)).toBeNull();
    expect(elementAfter(rule, event('closed'))).toBeNull();
  });

  test('may be about what a visitor does alone', () => {
    const rule = byVisitor(() => 'h1');
    expect(elementAfter(rule, event('opened'))).toBe('h1');
    expect(elementAfter(rule, event('opened'), simulated)).toBeNull();
  });

  test.each<[string, Cause | undefined, string, string | null]>([
    ['an outcome', outcome, 'h1', 'h1'],
    ['a timer', { kind: 'timer' }, 'h1', 'h1'],
    ['an outcome, where none had it', outcome, '', null],
    ['an event', event('opened'), 'h1', null],
    ['the start', undefined, 'h1', null],
  ])('leaves it where it was after %s', (_, after, previousFocus, element) => {
    expect(elementAfter(unchanged, after, { previousFocus })).toBe(element);
  });

  test('brings it back from an element that held its place', () => {
    const rule = returnedFrom('form', 'button Send');
    expect(elementAfter(rule, outcome, { previousFocus: 'form' })).toBe('button Send');
    expect(elementAfter(rule, event('closed'), { previousFocus: 'form' })).toBe('button Send');
    expect(elementAfter(rule, event('changed'), { previousFocus: 'form' })).toBeNull();
    expect(elementAfter(rule, outcome, { previousFocus: 'h1' })).toBe('h1');
  });

  test('may be the first of several that names an element', () => {
    const rule = firstOf(movedTo('one', 'opened'), movedTo('two', 'opened', 'closed'));
    expect(elementAfter(rule, event('opened'))).toBe('one');
    expect(elementAfter(rule, event('closed'))).toBe('two');
    expect(elementAfter(rule, event('changed'))).toBeNull();
  });

  test('is that of a state, or one of all states', () => {
    expect(focusRuleOf({ off: unchanged }, 'off')).toBe(unchanged);
    expect(focusRuleOf({ off: unchanged }, 'on')).toBeUndefined();
    expect(focusRuleOf(unchanged, 'on')).toBe(unchanged);
  });
});

test('each flow with a page has its checks by its id', () => {
  expect(Object.keys(checks).sort()).toEqual([
    'blogList',
    'blogPost',
    'callBack',
    'contact',
    'curriculum',
    'faqAccordion',
    'heroSlideshow',
    'jobApplication',
    'mobileMenu',
    'newsletter',
    'openings',
    'registration',
    'routeLoading',
    'scholarship',
    'scholarshipTerms',
  ]);
  expect(Object.keys(checks.mobileMenu?.states ?? {})).toEqual(['closed', 'open']);
});
