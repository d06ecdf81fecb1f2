import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Declaration, declarationsIn } from '../support/cssDeclarations.ts';

/** What the style sheets promise of every control that closes something, and of everything that moves. */

const filesOfSite = (ending: string) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

const styleSheets = filesOfSite('.css').map(({ file, text }) => [file, declarationsIn(text)] as const);
const declarations = styleSheets.flatMap(([, ofFile]) => ofFile);

/** The smallest size of a control that a thumb can hit, in rem. */
const THUMB = 44 / 16;

test.each(['--touch-target', '--touch-target-large'])('%s is wide enough for a thumb', (name) => {
  const sizes = declarations.filter(({ property }) => property === name).map(({ value }) => value);
  expect(sizes).toEqual([expect.stringMatching(/^[\d.]+rem$/)]);
  expect(Number.parseFloat(sizes[0] ?? '')).toBeGreaterThanOrEqual(THUMB);
});

const pages = filesOfSite('.tsx').filter(({ file }) => !file.startsWith('visualiser/'));

const closeButtons = new Set(
  pages.flatMap(({ text }) =>
    (text.match(/<button\b(?:[^>]|=>)*>\s*×\s*<\/button>/g) ?? []).map(
      (button) => button.match(/className="([\w-]+)"/)?.[1] ?? button,
    ),
  ),
);

test('the buttons with the sign × alone are those that close a message or a dialog', () => {
  expect([...closeButtons].sort()).toEqual(['alert-close', 'dialog-close']);
});

test.each([...closeButtons])('.%s is as large as a touch target', (name) => {
  const sizes = declarations.filter(
    ({ blocks, property }) => blocks.at(-1) === `.${name}` && /(^|-)(inline|block)-size$/.test(property),
  );
  expect(Object.fromEntries(sizes.map(({ property, value }) => [property, value]))).toEqual({
    'inline-size': 'var(--touch-target)',
    'block-size': 'var(--touch-target)',
  });
});

const MOVING = /^(transition|animation)(-duration)?$/;
const REDUCED = '@media (prefers-reduced-motion: reduce)';
const NO_PREFERENCE = '@media (prefers-reduced-motion: no-preference)';

const isReduced = ({ blocks }: Declaration) => blocks.includes(REDUCED);

test('the durations are zero for who prefers less motion', () => {
  const named = declarations.filter(({ property }) => property.startsWith('--duration-'));
  const [reduced, normal] = [named.filter(isReduced), named.filter((each) => !isReduced(each))];
  expect(normal).not.toEqual([]);
  expect(reduced.map(({ property, value }) => `${property} ${value}`)).toEqual(
    normal.map(({ property }) => `${property} 0s`),
  );
});

/** Returns the declarations that move something also for who prefers less motion. */
const movementsIn = (all: readonly Declaration[]) =>
  all
    .filter((declaration, index) => {
      const { blocks, property, value } = declaration;
      if (blocks.includes(NO_PREFERENCE) || /^(none|auto|1ms|0s)$/.test(value)) return false;
      if (property === 'scroll-behavior') return true;
      if (!MOVING.test(property)) return false;
      const durations = value.split(/,(?![^(]*\))/);
      if (durations.every((duration) => duration.includes('var(--duration-'))) return false;
      return !all
        .slice(index)
        .some(
          (later) =>
            [...blocks, REDUCED].join() === later.blocks.join() &&
            MOVING.test(later.property) &&
            later.property.startsWith(property) &&
            /^(none|1ms)$/.test(later.value),
        );
    })
    .map(({ property, value }) => `${property}: ${value}`);

test.each(styleSheets)('%s moves nothing for who prefers less motion', (_, ofFile) => {
  expect(movementsIn(ofFile)).toEqual([]);
});

test('what moves is found', () => {
  const css = `
    html { scroll-behavior: smooth; }
    ${NO_PREFERENCE} { html { scroll-behavior: smooth } }
    .a { transition: color 1s, opacity var(--duration-short); }
    .b { transition: color var(--duration-short); }
    .c { animation: spin 2s infinite; ${REDUCED} { animation: none } }
    .d { animation: spin 3s infinite; ${REDUCED} { color: red; } }`;
  expect(movementsIn(declarationsIn(css))).toEqual([
    'scroll-behavior: smooth',
    'transition: color 1s, opacity var(--duration-short)',
    'animation: spin 3s infinite',
  ]);
});

/** What a transition changes without painting; `visibility` only after a delay. */
const UNPAINTED = /^(opacity|transform|translate|rotate|scale) |^visibility 0s /;

const paintedTransitionsIn = (all: readonly Declaration[]) =>
  all
    .filter(({ property }) => property === 'transition')
    .flatMap(({ value }) => value.split(/,(?![^(]*\))/).map((each) => each.trim()))
    .filter((each) => !UNPAINTED.test(each));

test('no transition of a page paints each of its frames', () => {
  const ofPages = styleSheets.filter(([file]) => file.startsWith('styles/')).flatMap(([, ofFile]) => ofFile);
  expect(ofPages.filter(({ property }) => property === 'transition')).not.toEqual([]);
  expect(paintedTransitionsIn(ofPages)).toEqual([]);
});

test('a transition that paints its frames is found', () => {
  const css = `
    .a { transition: opacity 1s cubic-bezier(0, 1, 0, 1), background-color var(--duration-short); }
    .b { transition: visibility 1s; }
    .c { transition: visibility 0s 1s, scale 1s; }`;
  expect(paintedTransitionsIn(declarationsIn(css))).toEqual([
    'background-color var(--duration-short)',
    'visibility 1s',
  ]);
});

test('no script scrolls smoothly', () => {
  const scripts = [...filesOfSite('.ts'), ...filesOfSite('.tsx')];
  expect(scripts.filter(({ text }) => /behavior: '(?!instant')/.test(text)).map(({ file }) => file)).toEqual(
    [],
  );
});
