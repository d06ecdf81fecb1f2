import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutFallback, youngFeatures } from '../support/browserRange/index.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files and folders that never reach a visitor. */
const NOT_FOR_VISITORS =
  /^(src\/(visualiser|prerender)|machines\/(paths|visualiser|order|checks))\/|\.(cases|checks|journeys|properties)\.ts$/;

const sources = ['src', 'machines']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  .filter((file) => !NOT_FOR_VISITORS.test(file));

test('no source uses a feature younger than the range of browsers', () => {
  const files = nonEmpty(sources).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  expect(withoutFallback(files)).toEqual([]);
});

test.each([
  ['a.ts', 'URL.canParse(text)', 'api.URL.canParse_static'],
  ['a.ts', 'element.checkVisibility()', 'api.Element.checkVisibility'],
  ['a.ts', 'list.toSorted()', 'javascript.builtins.Array.toSorted'],
  ['a.ts', 'Map.groupBy(list, key)', 'javascript.builtins.Map.groupBy'],
  ['a.ts', 'AbortSignal.any(signals)', 'api.AbortSignal.any_static'],
  ['a.ts', 'new CloseWatcher()', 'api.CloseWatcher'],
  ['a.ts', '/(?<=a)b/.test(text)', 'javascript.regular_expressions.lookbehind_assertion'],
  ['a.tsx', '<p>{document.startViewTransition(update)}</p>', 'api.Document.startViewTransition'],
  ['a.css', 'a{color:light-dark(red,blue)}', 'css.types.color.light-dark'],
  ['a.css', 'a{--ink:light-dark(red,blue)}', 'css.types.color.light-dark'],
  ['a.css', '@property --ink{syntax:"<color>"}', 'css.at-rules.property'],
  ['a.css', 'a{& b{color:red}}', 'css.selectors.nesting'],
  ['a.css', '@media (scripting:enabled){a{color:red}}', 'css.at-rules.media.scripting'],
  ['a.css', '@media (width<9em){a{color:red}}', 'css.at-rules.media.range_syntax'],
  ['a.css', '@media not (min-width:9em){a{color:red}}', 'css.at-rules.media.or_syntax'],
  ['a.css', 'a:has(b){color:red}', 'css.selectors.has'],
  ['a.css', 'a{content:"#"/""}', 'css.properties.content.alt_text'],
  ['a.css', 'a{height:calc(100dvh - 1px)}', 'css.types.length.viewport_percentage_units_dynamic'],
  ['a.css', 'a{text-wrap:balance}', 'css.properties.text-wrap.balance'],
  ['a.html', '<div popover>', 'html.global_attributes.popover'],
  ['a.html', '<dialog closedby="any">', 'html.elements.dialog.closedby'],
])('%s with %s needs a newer browser', (file, text, feature) =>
  expect([...youngFeatures(file, text).keys()]).toContain(feature),
);

test.each([
  ['a.ts', 'list.findLast(isOpen)'],
  ['a.ts', 'element.checkVisibility?.()'],
  ['a.ts', "typeof scheduler === 'object'"],
  ['a.css', 'a{height:100vh;height:100dvh}'],
  ['a.css', 'a{-webkit-mask:url(a.svg);mask:url(a.svg)}'],
  ['a.css', '@supports (color:light-dark(red,red)){a{color:light-dark(red,blue)}}'],
  ['a.css', '@media not all and (min-width:9em){a{color:red}}'],
  ['a.html', '<dialog open><input inputmode="tel"></dialog>'],
])('%s with %s needs no newer browser', (file, text) =>
  expect([...youngFeatures(file, text).values()]).toEqual([]),
);
