import { spawn } from 'node:child_process';
import { hasCachedSite } from '../support/build.ts';
import { root } from './imports.ts';

/** Builds the site in another process, unless it is built, while the tests that do not visit it run. */
export const buildSiteInBackground = (): Promise<void> =>
  hasCachedSite()
    ? Promise.resolve()
    : new Promise((resolve, reject) => {
        const args = ['--import', 'tsx', 'tests/support/buildCachedSite.ts'];
        const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
        child.on('error', reject);
        // If the build fails, the setup of the browser tests builds the site again and reports the error.
        child.on('close', () => resolve());
      });
