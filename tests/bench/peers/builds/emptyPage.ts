import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { unusedPackageCode } from '../../../../src/prerender/unusedPackageCode.ts';
import { projectFolder } from './project.ts';
import { root, writeFiles } from './sources.ts';

const DOCUMENT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>An empty page</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="root"><p><button type="button" aria-expanded="false">Show</button></p><p hidden="">Text</p></div>
    <script type="module" src="/start.ts"></script>
  </body>
</html>
`;

/** Loads the packages when the site loads them: otherwise the first paint waits for them, and nothing blocks after it. */
const START = `import { whenPaintedOrInteracted } from '${join(root, 'src/browser/deferredModules.ts')}';
whenPaintedOrInteracted().then(() => import('./main.tsx'));
`;

const MAIN = `import { useMachine } from '@xstate/react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { setup } from 'xstate';

const machine = setup({}).createMachine({
  initial: 'closed',
  states: { closed: { on: { toggled: 'open' } }, open: { on: { toggled: 'closed' } } },
});

function Page() {
  const [snapshot, send] = useMachine(machine);
  const { pathname } = useLocation();
  const isOpen = snapshot.matches('open') && pathname !== '';
  return (
    <>
      <p><button type="button" aria-expanded={isOpen} onClick={() => send({ type: 'toggled' })}>Show</button></p>
      <p hidden={!isOpen}>Text</p>
    </>
  );
}

hydrateRoot(document.getElementById('root'), <BrowserRouter><Page /></BrowserRouter>);
`;

/**
 * Builds a page with a button and a text, which React, the router and XState hydrate: the packages of the site, without
 * the code that the site leaves out of them.
 */
export async function buildEmptyPage(folder: string): Promise<void> {
  const project = projectFolder('empty');
  await writeFiles(project, { 'index.html': DOCUMENT, 'start.ts': START, 'main.tsx': MAIN });
  await build({
    configFile: false,
    root: project,
    logLevel: 'warn',
    plugins: [react(), unusedPackageCode(false)],
    build: { outDir: folder, emptyOutDir: true },
  });
}
