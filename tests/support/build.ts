import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/**
 * Builds the site as `npm start` does, into a folder, with other settings where they are given.
 * Throws with what the build said when it fails.
 */
export function buildSite(outDir: string, mode = 'start', settings: Record<string, string> = {}): void {
  const { NODE_ENV: _, ...env } = process.env;
  const args = [vite, 'build', '--mode', mode, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the site does not build:\n${stdout}${stderr}`);
}
