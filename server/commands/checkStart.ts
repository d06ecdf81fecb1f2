import { loadEnv } from 'vite';
import { placeholderVariables } from '../../machines/shared/site.ts';
import { readConfig } from '../config.ts';
import { runProgram } from './program.ts';
import { checkPayments, checkPlaceholders } from './startChecks.ts';

/** Checks before `npm start` builds the site what the server would refuse after it. */
await runProgram(async () => {
  const config = readConfig();
  checkPayments(config);
  checkPlaceholders(config, placeholderVariables(loadEnv('start', process.cwd(), '')));
});
