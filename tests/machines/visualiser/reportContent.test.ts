import { describe, expect, test } from 'vitest';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { createReport } from '../../../src/visualiser/report/createReport.ts';
import { withoutSamePictures, withPictures } from '../../../src/visualiser/report/pictures.ts';
import { textMask, typedTextsIn } from '../../../src/visualiser/report/typedTexts.ts';
import type { ReportStep } from '../../../src/visualiser/report/types.ts';
import type { TimelineEntry } from '../../../src/visualiser/timeline/types.ts';
import { reportStep as step } from '../../support/reportStep.ts';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';

/** What a bug report contains: its texts, its pictures and its parts. */

const { values } = contactCases.events.changed['everything valid'];
const typed = (changes: Partial<typeof values>) => ({ type: 'changed', values: { ...values, ...changes } });

const picture = (html: string) => ({ html, width: 390, height: 844, scroll: { x: 0, y: 0 } });

describe('the texts that somebody typed', () => {
  const nothing = { name: '', email: '', phone: '', message: '' };
  const textsOf = (...happenings: Partial<typeof values>[]) =>
    typedTextsIn(
      simulatedTimeline(
        contactFlow,
        happenings.map((changes) => typed({ ...nothing, ...changes })),
      ),
    );
  const keysOf = (...happenings: Partial<typeof values>[]) => [...textsOf(...happenings).keys()];

  test('are those that the mask changes, without the spaces around them', () => {
    expect([...textsOf({ name: '  Kiran ' })]).toEqual([['Kiran', 'Xxxxx']]);
    expect(keysOf({})).toEqual([]);
    expect(keysOf()).toEqual([]);
  });

  test('are neither what a server says nor the names of actors', () => {
    const refused = simulatedTimeline(contactFlow, [
      typed({ name: 'Kiran', email: 'k@b.in', phone: '', message: 'Hello' }),
      'submitted: by the button',
      'send: refused by the server',
    ]).slice(-1);
    expect([...typedTextsIn(refused).keys()]).toEqual(['k@b.in', 'Kiran', 'Hello']);
  });

  test('have as parts the words of a name, of three letters and more', () => {
    expect(Object.fromEntries(textsOf({ name: 'Al  Bo Kim Bedi' }))).toEqual({
      'Al  Bo Kim Bedi': 'Xx  Xx Xxx Xxxx',
      Kim: 'Xxx',
      Bedi: 'Xxxx',
    });
  });

  test('have as parts of a longer text only the words with a digit or an at sign', () => {
    const message = 'Ask a@b.in or 77 for room 4711 at noon';
    expect(keysOf({ message })).toEqual([message, 'a@b.in', '4711', '774711']);
    expect(keysOf({ message: 'Room at noon please' })).toEqual([
      'Room at noon please',
      'Room',
      'noon',
      'please',
    ]);
    expect(keysOf({ message: 'The room at noon please' })).toEqual(['The room at noon please']);
  });

  test('have as a part the digits alone, six and more', () => {
    expect(Object.fromEntries(textsOf({ message: '98-76 54' }))).toEqual({
      '98-76 54': '11-11 11',
      '98-76': '11-11',
      987654: '111111',
    });
    expect(keysOf({ message: '98 76 5' })).toEqual(['98 76 5']);
  });

  test('keep of one that is typed key by key what is long enough to tell somebody', () => {
    const keys = (text: string, change: (part: string) => Partial<typeof values>) =>
      keysOf(...[...text].map((_, index) => change(text.slice(0, index + 1))));
    expect(keys('Kiran', (name) => ({ name }))).toEqual(['Kiran', 'Kira', 'Kir']);
    expect(keysOf({ name: 'Kiran' }, { name: 'Al' }, { name: 'Ki' })).toEqual(['Kiran', 'Al']);
    expect(keys('The room is at noon', (message) => ({ message }))).toEqual([
      'The room is at noon',
      'The room is at noo',
      'The room is at no',
      'The room is at n',
      'The room is at',
      'The room is a',
      'The room is',
      'The room i',
      'The room',
    ]);
  });

  test('are of the events of known flows', () => {
    const entries = simulatedTimeline(contactFlow, [typed({ name: 'Kiran' })]);
    const [load, ...events] = entries;
    if (load?.kind !== 'pageLoaded') throw new Error('There is no load.');
    const unknown = events.map(
      (entry): TimelineEntry =>
        entry.kind === 'event' ? { ...entry, entry: { ...entry.entry, flow: 'no such flow' } } : entry,
    );
    expect(typedTextsIn(entries).has('Kiran')).toBe(true);
    expect(typedTextsIn([load, ...unknown]).size).toBe(0);
  });

  test('are also in the context from which an event leads on', () => {
    const entries = simulatedTimeline(contactFlow, [
      typed({ ...nothing, name: 'Kiran' }),
      typed({ ...nothing }),
    ]);
    expect([...typedTextsIn(entries.slice(-1)).keys()]).toEqual(['Kiran']);
  });
});

describe('the mask of texts', () => {
  test('changes nothing where nothing is known', () => {
    expect(textMask(new Map())('Kiran')).toBe('Kiran');
  });

  test.each([
    [{ Kim: 'Xxx' }, 'Kim, kimono, skim, 9Kim, Kim9, KIM', 'Xxx, kimono, skim, 9Kim, Kim9, Xxx'],
    [{ Kiri: 'Xxxx' }, 'Kiri, kirigami', 'Xxxx, Xxxxgami'],
    [{ Asha: '1', 'Asha Verma': '2' }, 'Asha Verma and Asha', '2 and 1'],
    [{ Sara: 'Xxxx' }, 'ſara', '…'],
  ])('with %o makes of %s: %s', (texts, text, masked) => {
    expect(textMask(new Map(Object.entries(texts)))(text)).toBe(masked);
  });
});

describe('pictures', () => {
  const steps = (...htmls: (string | null)[]) =>
    htmls.map((html, index) => ({
      ...step,
      number: index + 1,
      picture: html === null ? null : picture(html),
    }));
  const shown = (list: readonly ReportStep[]) => list.map((each) => each.picture?.html ?? null);

  test('are left out where they are as the last one, also with steps without one between', () => {
    expect(shown(withoutSamePictures(steps('a', null, 'a', 'b', 'a')))).toEqual(['a', null, null, 'b', 'a']);
    expect(withoutSamePictures(steps('a', 'a')).map(({ number }) => number)).toEqual([1, 2]);
  });

  test('are the newest that are of the limit together', () => {
    const of = (limit: number) => {
      const { steps: list, omitted } = withPictures(steps('aaa', 'bb', null, 'c'), limit);
      return [...shown(list), omitted];
    };
    expect(of(6)).toEqual(['aaa', 'bb', null, 'c', 0]);
    expect(of(5)).toEqual([null, 'bb', null, 'c', 1]);
    expect(of(2)).toEqual([null, null, null, 'c', 2]);
    expect(withPictures(steps('aaa', 'bb'), 2).steps.map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 submitted: by the button',
      '2 submitted: by the button',
    ]);
  });

  test('are ten million characters at most', () => {
    const omitted = (length: number) => withPictures(steps('x'.repeat(length))).omitted;
    expect([omitted(10_000_000), omitted(10_000_001)]).toEqual([0, 1]);
  });
});

describe('a report', () => {
  const options = {
    isMasked: false,
    versions: { Site: 'commit abc' },
    origin: 'http://localhost:3000',
    draw: {
      chart: async (drawn: readonly ReportStep[]) => `chart of ${drawn.length}`,
      sequence: async (drawn: readonly TimelineEntry[]) => `sequence of ${drawn.length}`,
    },
  };
  const timeline = simulatedTimeline(contactFlow, ['changed: no phone', 'submitted: by the button']);

  test('has the drawings of its steps and entries, and what was said of it', async () => {
    const report = await createReport(contactFlow, timeline, options);
    expect(report).toMatchObject({
      flow: {
        id: 'contact',
        title: 'Contact message',
        purpose: 'A visitor sends a message to the provider.',
      },
      path: '/contact',
      isMasked: false,
      omittedSteps: 0,
      omittedPictures: 0,
      versions: { Site: 'commit abc' },
      chart: 'chart of 3',
      sequence: 'sequence of 3',
      testFolder: 'tests/machines',
      problem: null,
    });
    expect(report.recording.path).toBe('/contact');
  });

  test('is of the last page, else of the page of the flow, else of the first one', async () => {
    const elsewhere = timeline.map((entry, index) =>
      index === timeline.length - 1 ? { ...entry, page: { ...entry.page, path: '/elsewhere' } } : entry,
    );
    expect((await createReport(contactFlow, elsewhere, options)).path).toBe('/elsewhere');
    expect((await createReport(contactFlow, [], options)).path).toBe('/contact');
    const anywhere: Flow = { ...contactFlow, page: null };
    expect((await createReport(anywhere, [], options)).path).toBe('/');
  });

  test('tells the last three hundred steps, with a recording of all of them, too long for a link', async () => {
    const happenings = Array.from({ length: 300 }, (_, index) =>
      index % 2 === 0 ? 'changed: no phone' : 'changed: no name',
    );
    const report = await createReport(contactFlow, simulatedTimeline(contactFlow, happenings), options);
    expect([report.steps.length, report.steps[0]?.number, report.omittedSteps]).toEqual([300, 2, 1]);
    expect(report.recording.steps).toHaveLength(300);
    expect(report.link).toMatch(/^http:\/\/localhost:3000\/visualiser\/contact#/);
    // Signs are not masked, so that no two of these texts are alike.
    const signs = (text: number) =>
      Array.from({ length: 400 }, (_, index) =>
        '.,;:!?-'.charAt(Math.floor(Math.abs(Math.sin(text * 400 + index)) * 10_000) % 7),
      ).join('');
    const texts = Array.from({ length: 60 }, (_, index) => [
      typed({ message: signs(index) }),
      'submitted: by the button',
      'send: connection broken',
    ]);
    const long = await createReport(contactFlow, simulatedTimeline(contactFlow, texts.flat()), options);
    expect(long.link).toBeNull();
  });

  test('has a link of eight thousand characters at most', async () => {
    const lengthOf = async (origin: string) =>
      (await createReport(contactFlow, timeline, { ...options, origin })).link?.length ?? null;
    const short = await lengthOf('http://x');
    const longest = `http://x${'x'.repeat(8_000 - (short ?? 0))}`;
    expect(await lengthOf(longest)).toBe(8_000);
    expect(await lengthOf(`${longest}x`)).toBeNull();
  });

  test('says why the machine alone does not replay it, masked like its other texts', async () => {
    const send = { type: 'changed', values: { ...values, name: 'Kiran' } };
    const entries = simulatedTimeline(contactFlow, [send]).map((entry): TimelineEntry => {
      if (entry.kind !== 'event' || entry.entry.before === null) return entry;
      return { ...entry, entry: { ...entry.entry, snapshot: { ...entry.entry.snapshot, value: 'Kiran' } } };
    });
    const problems = await Promise.all(
      [false, true].map(
        async (isMasked) => (await createReport(contactFlow, entries, { ...options, isMasked })).problem,
      ),
    );
    expect(problems[0]).toContain('"Kiran"');
    expect(problems[1]).toContain('"Xxxxx"');
    expect(problems[1]).not.toContain('Kiran');
  });

  test('has its images in its pictures, with fonts where there is room for all', async () => {
    const pages = ['one', 'two'];
    const entries = simulatedTimeline(contactFlow, ['changed: no phone', 'changed: no name'], (index) =>
      picture(pages[index] ?? ''),
    );
    const pictures = async (fonts: string) => {
      const inline = async (html: string, hasFonts: boolean) => `${html}${hasFonts ? fonts : ' small'}`;
      const { steps, omittedPictures } = await createReport(contactFlow, entries, { ...options, inline });
      return [...steps.map((each) => each.picture?.html.slice(0, 9) ?? null), omittedPictures];
    };
    expect(await pictures(' fonts')).toEqual([null, 'one fonts', 'two fonts', 0]);
    expect(await pictures('x'.repeat(6_000_000))).toEqual([null, 'one small', 'two small', 0]);
  });
});
