import { readdirSync, readFileSync } from 'node:fs';

const sourcesIn = (folder: string, ending: RegExp): [file: string, code: string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => [`${folder}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')]);

/** A statement that expects an element or a text not to be there. */
const IS_ABSENCE =
  /\.count\(\)[\s\S]*\.toBe\(0\)|state: '(hidden|detached)'|isVisible\(\)[\s\S]*\.toBe\(false\)|\.not\.toContain\('|\.not\.toBeInTheDocument|queryBy/;

/** The texts and classes by which it looks: of an element, of a text, of a constant. */
const LOOKED_FOR =
  /(?:getBy(?!Role)\w+|queryBy(?!Role)\w+|toContain)\(\s*(?:'(?<text>[^']+)'|(?<constant>[A-Z][A-Z_]+)\b)|name: '(?<name>[^']+)'|\blocator\('(?<selector>[^']+)'/g;

type Absence = { file: string; what: string };

const classesIn = (selector: string): string[] => selector.match(/(?<=\.)[a-z][\w-]+/g) ?? [];

function absencesIn(file: string, code: string): (Absence & { rest: string })[] {
  const statements = code.split(/;\n/);
  const rest = statements.filter((statement) => !IS_ABSENCE.test(statement)).join('\n');
  return statements
    .filter((statement) => IS_ABSENCE.test(statement))
    .flatMap((statement) => {
      const last = statement.slice(statement.lastIndexOf('\n\n') + 1);
      return [...last.matchAll(LOOKED_FOR)].flatMap(({ groups = {} }) => {
        const { text, constant, name, selector = '' } = groups;
        const found = [text, constant, name].filter((each) => each !== undefined);
        return [...found, ...classesIn(selector)].map((what) => ({ file, what, rest }));
      });
    });
}

/** Returns the tests of the levels in which elements and texts are looked for. */
const testSources = (): [file: string, code: string][] =>
  ['browser', 'screens', 'server', 'machines'].flatMap((level) => sourcesIn(`tests/${level}`, /\.tsx?$/));

/** Returns what tests expect to be absent, and whether the product or another statement of the test has it at all. */
export function absences(tests = testSources()): (Absence & { exists: boolean })[] {
  const product = ['src', 'machines', 'server']
    .flatMap((folder) => sourcesIn(folder, /\.(tsx?|css|html)$/))
    .map(([, code]) => code)
    .join('\n');
  const shared = sourcesIn('tests/drivers', /\.ts$/)
    .map(([, code]) => code)
    .join('\n');
  return tests.flatMap(([file, code]) =>
    absencesIn(file, code).map(({ what, rest }) => ({
      file,
      what,
      // A constant is declared once: another mention looks for it where it is.
      exists: /^[A-Z_]+$/.test(what)
        ? rest.split(new RegExp(`\\b${what}\\b`)).length > 2 ||
          `${product}${shared}`.includes(`const ${what}`)
        : product.includes(what) || rest.includes(what),
    })),
  );
}
