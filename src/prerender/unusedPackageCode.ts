import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

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

/**
 * Removes display names, and marks calls as pure, because both keep components in the build that nobody renders. Removes
 * how one navigates with a data router, which the site has not.
 */
const withoutUnusedComponents = (code: string) =>
  code
    .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
    .replaceAll(/^\w+\.(?:displayName = "[^"]+"|contextType = \w+);$/gm, '')
    .replaceAll(
      /^var (\w+) = (React\d*\.(?:forwardRef|createContext|memo)\()/gm,
      'var $1 = /* @__PURE__ */ $2',
    );

/**
 * Removes code of packages that the site does not use from the build.
 *
 * @param hasChunkStyles Whether code that is loaded later has styles of its own, which Vite's preload helper loads.
 */
export function unusedPackageCode(hasChunkStyles: boolean): Plugin {
  return {
    name: 'unused-package-code',
    apply: 'build',
    config: () => ({ resolve: { alias: packageAliases } }),
    transform: {
      filter: {
        id: [
          /react-router\/dist\/production\/chunk-/,
          /vite\/preload-helper\.js$/,
          /xstate\/dist\/xstate-dev\./,
        ],
      },
      handler(code, id) {
        // Actors register with the developer tools of XState only where an option asks for it.
        if (id.includes('xstate-dev')) return 'export const devToolsAdapter = () => {};';
        if (!id.includes('preload-helper')) return withoutUnusedComponents(code);
        return hasChunkStyles ? null : 'export const __vitePreload = (load) => load();';
      },
    },
  };
}
