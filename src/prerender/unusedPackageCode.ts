import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const packagePath = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** React 19 makes the shims superfluous, and the router exports its development build by default. */
const packageAliases = [
  { find: /^react-router$/, replacement: packagePath('react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: packagePath('react-router/dist/production/dom-export.mjs') },
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector$/,
    replacement: 'use-sync-external-store/with-selector',
  },
];

/** A part of a package that the site does not use, and what takes its place. */
type Replacement = { what: string; id: RegExp; pattern: RegExp; replacement: string };

const ROUTER = /react-router\/dist\/production\/chunk-/;

const replacements: readonly Replacement[] = [
  {
    what: 'navigating with a data router, which the site has not',
    id: ROUTER,
    pattern: /isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\)/g,
    replacement: 'useNavigateUnstable()',
  },
  {
    what: 'display names, which keep components that nobody renders',
    id: ROUTER,
    pattern: /^\w+\.(?:displayName = "[^"]+"|contextType = \w+);$/gm,
    replacement: '',
  },
  {
    what: 'calls that are not marked as pure, which keep components too',
    id: ROUTER,
    pattern: /^var (\w+) = (React\d*\.(?:forwardRef|createContext|memo)\()/gm,
    replacement: 'var $1 = /* @__PURE__ */ $2',
  },
  {
    what: 'developer tools of XState, with which an actor registers only where an option asks for it',
    id: /xstate\/dist\/xstate-dev\./,
    pattern: /^.*\bdevToolsAdapter\b.*$/s,
    replacement: 'export const devToolsAdapter = () => {};',
  },
];

/** Vite's preload helper, for code that is loaded later and has no styles of its own. */
const preloadHelper: Replacement = {
  what: 'styles of code that is loaded later',
  id: /vite\/preload-helper\.js$/,
  pattern: /^.*\b__vitePreload\b.*$/s,
  replacement: 'export const __vitePreload = (load) => load();',
};

const allReplacements = [...replacements, preloadHelper];

/** The bytes of the scripts of the site, minified, with some replacements. */
async function scriptBytes(parts: readonly Replacement[], plugins: Plugin[]): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins, replaceCode(parts)],
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'src/main.tsx' } },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  return files.reduce((sum, file) => sum + (file.type === 'chunk' ? Buffer.byteLength(file.code) : 0), 0);
}

/** Prints what each replacement gains, where the build prints more than warnings: it builds the scripts for each. */
export function printedGains(plugins: () => Plugin[]): Plugin {
  let print: ((line: string) => void) | null = null;
  return {
    name: 'printed-gains',
    apply: 'build',
    configResolved({ logger, logLevel = 'info' }) {
      print = logLevel === 'info' ? (line) => logger.info(line) : null;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!print) return;
        const bytes = await scriptBytes(allReplacements, plugins());
        print('\nThe scripts would be larger, minified, with:');
        for (const part of allReplacements) {
          const others = allReplacements.filter((each) => each !== part);
          print(`  ${(await scriptBytes(others, plugins())) - bytes} bytes: ${part.what}`);
        }
      },
    },
  };
}

/**
 * Removes code of packages that the site does not use from the build. The build fails where a part is not there any more.
 *
 * @param hasChunkStyles Whether code that is loaded later has styles of its own, which Vite's preload helper loads.
 */
export const unusedPackageCode = (hasChunkStyles: boolean): Plugin =>
  replaceCode(hasChunkStyles ? replacements : allReplacements);

function replaceCode(parts: readonly Replacement[]): Plugin {
  /** Whether each part was found in a module of its package. */
  const found = new Map<Replacement, boolean>();
  return {
    name: 'unused-package-code',
    apply: 'build',
    config: () => ({ resolve: { alias: packageAliases } }),
    transform: {
      filter: { id: parts.map(({ id }) => id) },
      handler(code, id) {
        let rest = code;
        for (const part of parts.filter((each) => each.id.test(id))) {
          const before = rest;
          rest = rest.replace(part.pattern, part.replacement);
          found.set(part, found.get(part) === true || rest !== before);
        }
        return rest;
      },
    },
    buildEnd(error) {
      const [stale] = [...found].filter(([, isFound]) => !isFound);
      if (stale && !error)
        this.error(`Take it out of unusedPackageCode.ts, its package has it no longer: ${stale[0].what}.`);
    },
  };
}
