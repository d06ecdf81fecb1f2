import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ViteDevServer } from 'vite';

/** The modules of a project, loaded as its own Vite loads them: with its `tsconfig.json`, its aliases, its environment, style sheets and files. */

type Servers = Map<string, Promise<ViteDevServer>>;

// Modules of one project are loaded once: a class in a file of cases is that of the machine.
const servers: Servers = new Map();

/** The nearest folder with a `package.json`, which is the root of a project. */
function projectOf(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : projectOf(above);
}

async function serverOf(root: string): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const settings = {
    root,
    mode: 'test',
    appType: 'custom',
    logLevel: 'silent',
    resolve: { tsconfigPaths: true },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  } as const;
  // A configuration that Node cannot load is bundled, which takes seconds; one that needs more than the project has is left out.
  return createServer({ ...settings, configLoader: 'native' })
    .catch(() => createServer(settings))
    .catch(() => createServer({ ...settings, configFile: false }));
}

/** The exports of the module at a path. */
export async function importModule(path: string, version: string): Promise<Record<string, unknown>> {
  const root = projectOf(dirname(path));
  const server = servers.get(root) ?? serverOf(root);
  servers.set(root, server);
  return (await server).ssrLoadModule(`${path}${version}`);
}
