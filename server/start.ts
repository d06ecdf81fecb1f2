import { runProgram } from './commands/program.ts';
import { buildSiteIfChanged } from './commands/siteBuild.ts';
import { checkPayments, checkPlaceholders } from './commands/startChecks.ts';
import { writeTestResults } from './commands/testResults.ts';
import { readConfig } from './config.ts';

/**
 * `npm start`: builds the site where something has changed, after the checks of the server, and serves it. Its
 * `--liftoff-only` starts the embedded database sooner.
 */
await runProgram(async () => {
  const config = readConfig();
  checkPayments(config);
  if (process.env.SITE_DIR) return;
  await buildSiteIfChanged(async () => {
    // Takes a second to load.
    const { loadEnv } = await import('vite');
    const { placeholderVariables } = await import('../machines/shared/site.ts');
    checkPlaceholders(config, placeholderVariables(loadEnv('start', process.cwd(), '')));
  });
  writeTestResults(config.siteDir);
});
await import('./main.ts');
