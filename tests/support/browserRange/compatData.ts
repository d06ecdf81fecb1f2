import compatData, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode';
import packageJson from '../../../package.json' with { type: 'json' };

/** The oldest version of each browser that the site supports. Safari on iOS has the features of Safari. */
const RANGE = packageJson.browserslist
  .map((range) => range.split(' >= '))
  .filter(([browser]) => browser !== 'ios_saf')
  .map(([browser = '', oldest]) => ({ browser, oldest: Number(oldest) }));

/** A feature of MDN's data, and the browsers of the range that lack it, such as `chrome < 120`. */
export type Feature = { id: string; missingIn: readonly string[] };

/** Whether a browser has the feature under its own name and without a setting, if not in every detail. */
const isUsable = ({ flags, prefix, alternative_name, ...statement }: SimpleSupportStatement) =>
  !flags &&
  !prefix &&
  !alternative_name &&
  (!statement.version_removed || statement.partial_implementation === true);

function browsersWithout({ support }: CompatStatement): string[] {
  return RANGE.flatMap(({ browser, oldest }) => {
    const statements: SimpleSupportStatement[] = [Reflect.get(support, browser) ?? []].flat();
    const versions = statements
      .filter(isUsable)
      .map(({ version_added }) => Number.parseFloat(String(version_added).replace('≤', '')))
      .filter((version) => !Number.isNaN(version));
    const first = Math.min(...versions);
    return first <= oldest ? [] : [Number.isFinite(first) ? `${browser} < ${first}` : `${browser}`];
  });
}

const { api, css, html, javascript } = compatData;
const areas: Readonly<Record<string, Identifier>> = { api, css, html, javascript };

const nodeAt = ([area = '', ...path]: readonly string[]): Identifier | undefined =>
  path.reduce<Identifier | undefined>(
    (node, name) => (node && Object.hasOwn(node, name) ? node[name] : undefined),
    areas[area],
  );

const featureOf = (node: Identifier, path: readonly string[]): Feature | undefined =>
  node.__compat && { id: path.join('.'), missingIn: browsersWithout(node.__compat) };

/** Undefined where there is no feature at this path. */
export function featureAt(...path: readonly string[]): Feature | undefined {
  const node = nodeAt(path);
  return node && featureOf(node, path);
}

/** The members of the interfaces of the whole range, by their own names: `check` may be one of several. */
export function membersByName(): ReadonlyMap<string, Feature[]> {
  const members = new Map<string, Feature[]>();
  for (const path of [['api'], ['javascript', 'builtins']]) {
    for (const [owner, node] of Object.entries(nodeAt(path) ?? {})) {
      if (featureAt(...path, owner)?.missingIn.length !== 0) continue;
      for (const name of Object.keys(node)) {
        const feature = featureAt(...path, owner, name);
        if (feature) members.set(name, [...(members.get(name) ?? []), feature]);
      }
    }
  }
  return members;
}
