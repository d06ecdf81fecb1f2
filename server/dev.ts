import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createVite } from 'vite';
import { closeOnSignal, printStartup, runProgram } from './commands/program.ts';
import { checkPayments } from './commands/startChecks.ts';
import { testResults } from './commands/testResults.ts';
import { readConfig } from './config.ts';
import { startService } from './service.ts';
import { toListenError } from './shared/errors.ts';

const PROXIED_PATHS = ['/api', '/create-order', '/simulator'];

/** Starts the service on a free port, and in front of it the site from its sources with hot reload. */
await runProgram(async () => {
  const { port, host, siteDir: _built, ...config } = readConfig();
  checkPayments(config);
  const service = await startService({ ...config, port: 0, host: '127.0.0.1', log: process.stderr });
  const server = createServer();
  const vite = await createVite({
    mode: 'development',
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: ['**/.cache/**', '**/.data/**', '**/.site/**', '**/dist/**'] },
      proxy: Object.fromEntries(PROXIED_PATHS.map((path) => [path, service.url])),
    },
  });
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await vite.close();
    await service.close();
  };
  server.on('request', (request, response) => {
    const results = testResults(request.url?.slice(1) ?? '');
    if (results === null) vite.middlewares(request, response);
    else response.setHeader('content-type', 'application/json').end(results);
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    await close();
    throw toListenError(error, host, port);
  }
  closeOnSignal(close);
  await printStartup(
    `http://${host}:${port}`,
    { ...service, hasVisualiser: true },
    config,
    service.checkProvider(),
  );
});
