import { storageKeys } from '../../shared/channel/names.ts';
import { partOf } from '../../shared/partOf.ts';
import { tabId } from './startup.ts';

/** Returns the environment that a visualiser has saved for the pages of this tab or frame; null where there is none. */
export function savedEnvironment(): unknown {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKeys.environment) ?? 'null');
    const { tab, environment } = Object(saved);
    return tab === tabId() ? environment : null;
  } catch {
    return null;
  }
}

/** Lets a constructor or method of `Intl` use a locale where none is given. */
function withDefaultLocale<Made extends object>(make: Made, locale: string): Made {
  const localized = (locales: unknown[]) => [locales[0] ?? locale, ...locales.slice(1)];
  return new Proxy(make, {
    construct: (target, given, newTarget) => Reflect.construct(Object(target), localized(given), newTarget),
    apply: (target, self, given) => Reflect.apply(Object(target), self, localized(given)),
  });
}

const CONSTRUCTORS = [
  'Collator',
  'DateTimeFormat',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
];

const METHODS: readonly (readonly [object, readonly string[]])[] = [
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [Number.prototype, ['toLocaleString']],
];

/** Sets the locale that a visualiser has chosen for this tab or frame, before any other script of the page asks for it. */
export function setLocale(): void {
  const locale = partOf(savedEnvironment(), 'locale');
  if (typeof locale !== 'string') return;
  const languages = Object.freeze([locale]);
  Object.defineProperties(navigator, {
    language: { value: locale, configurable: true },
    languages: { value: languages, configurable: true },
  });
  const parts: (readonly [object, readonly string[]])[] = [[Intl, CONSTRUCTORS], ...METHODS];
  for (const [owner, names] of parts)
    for (const name of names) {
      const original: unknown = Reflect.get(owner, name);
      if (typeof original === 'function') Reflect.set(owner, name, withDefaultLocale(original, locale));
    }
}
