import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../src/visualiser/channel/names.ts';
import { savedEnvironment, setLocale } from '../../src/visualiser/instrumentation/locale.ts';

/** The locale that a tester has chosen for a page, as every script of the page meets it. */

const TAB = 'visualiser-1';
const owners = [Intl, Date.prototype, Number.prototype];
const originals = owners.map((owner) => Object.getOwnPropertyDescriptors(owner));

const save = (text: string) => sessionStorage.setItem(storageKeys.environment, text);

beforeEach(() => {
  vi.stubGlobal('name', TAB);
});
afterEach(() => {
  for (const [index, owner] of owners.entries()) Object.defineProperties(owner, originals[index] ?? {});
  Reflect.deleteProperty(navigator, 'language');
  Reflect.deleteProperty(navigator, 'languages');
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('the saved environment', () => {
  test('is that of this tab', () => {
    expect(savedEnvironment()).toBeNull();
    save(JSON.stringify({ tab: TAB, environment: { locale: 'fr' } }));
    expect(savedEnvironment()).toEqual({ locale: 'fr' });
    save(JSON.stringify({ tab: 'visualiser-2', environment: { locale: 'fr' } }));
    expect(savedEnvironment()).toBeNull();
    save('{"tab":');
    expect(savedEnvironment()).toBeNull();
  });
});

describe('a chosen locale', () => {
  beforeEach(() => {
    save(JSON.stringify({ tab: TAB, environment: { locale: 'fr' } }));
    setLocale();
  });

  test('is the language of the browser', () => {
    expect(navigator.language).toBe('fr');
    expect(navigator.languages).toEqual(['fr']);
  });

  test.each<[string, (locale?: string) => { resolvedOptions: () => { locale: string } }]>([
    ['Collator', (locale) => new Intl.Collator(locale)],
    ['DateTimeFormat', (locale) => new Intl.DateTimeFormat(locale)],
    ['ListFormat', (locale) => new Intl.ListFormat(locale)],
    ['NumberFormat', (locale) => new Intl.NumberFormat(locale)],
    ['PluralRules', (locale) => new Intl.PluralRules(locale)],
    ['RelativeTimeFormat', (locale) => new Intl.RelativeTimeFormat(locale)],
    ['Segmenter', (locale) => new Intl.Segmenter(locale)],
  ])('is that of Intl.%s where none is given', (_, create) => {
    expect(create().resolvedOptions().locale).toBe('fr');
    expect(create('de').resolvedOptions().locale).toBe('de');
    expect(create()).toBeInstanceOf(create('de').constructor);
  });

  test('is that of numbers and dates where none is given', () => {
    const date = new Date(2026, 0, 31, 13, 5);
    expect((1234.5).toLocaleString()).toBe('1\u202f234,5');
    expect((1234.5).toLocaleString('en')).toBe('1,234.5');
    expect((0.5).toLocaleString(undefined, { style: 'percent' })).toBe('50\u00a0%');
    expect(date.toLocaleDateString()).toBe('31/01/2026');
    expect(date.toLocaleTimeString()).toBe('13:05:00');
    expect(date.toLocaleString()).toBe('31/01/2026 13:05:00');
    expect(Intl.NumberFormat().format(1234.5)).toBe('1\u202f234,5');
  });
});

test.each(['{}', JSON.stringify({ tab: TAB, environment: { locale: null } })])(
  'without a locale in %s that of the browser stays',
  (saved) => {
    const { language } = navigator;
    save(saved);
    setLocale();
    expect(navigator.language).toBe(language);
    expect(Object.getOwnPropertyDescriptor(Intl, 'Collator')).toEqual(originals[0]?.Collator);
  },
);
