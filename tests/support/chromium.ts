import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from 'playwright-core';
import { cachedChromium, findPackagedChromium } from './packagedChromium.ts';

/** The headless shell is first, because it is the same browser without windows and several times faster. */
const EXECUTABLE_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const INSTALL_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ADVICE =
  'No Chrome or Chromium was found and none could be installed: install one (for example `apt-get install chromium`), or set CHROMIUM_PATH to its executable.';

function findInstalledChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...folders.flatMap((folder) => EXECUTABLE_NAMES.map((name) => join(folder, name))),
    ...INSTALL_PATHS,
  ];
  return candidates.find((candidate) => existsSync(candidate));
}

function findPlaywrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const MINUTES = 60_000;

function run(command: string, ...args: string[]): void {
  console.log(`> ${command} ${args.join(' ')}`);
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * MINUTES });
}

function installWithPlaywright(): void {
  const cli = join(dirname(fileURLToPath(import.meta.resolve('playwright-core'))), 'cli.js');
  run(process.execPath, cli, 'install', 'chromium');
}

function installWithDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  run('apt-get', 'update', '-qq');
  run(
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    'chromium-headless-shell',
    'fonts-noto-core',
  );
}

/**
 * The executable of a Chromium: `CHROMIUM_PATH`, else an installed one, else Playwright's own, else one that it
 * installs (Debian's package when root, or with Playwright's installer, or from the registry of npm, in this
 * order). Throws an error that says what to do.
 */
export function findChromium(): string {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!existsSync(configured))
      throw new Error(`CHROMIUM_PATH names "${configured}", which does not exist.`);
    return configured;
  }
  const found = findInstalledChromium() ?? findPlaywrightChromium() ?? cachedChromium('current');
  if (found) return found;
  console.log('No Chrome or Chromium is installed; installing one for the browser tests.');
  installWithDebian();
  if (!findInstalledChromium()) installWithPlaywright();
  const now = findInstalledChromium() ?? findPlaywrightChromium() ?? findPackagedChromium('current');
  if (!now) throw new Error(ADVICE);
  return now;
}

/**
 * Of several lists of disabled features Chromium reads the last, so that it names those that Playwright disables
 * too.
 */
const DISABLED_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'LensOverlay', 'MediaRouter'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['PaintHolding', 'ThirdPartyStoragePartitioning', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
  // A process for a page that may come: another one for nearly every context.
  'SpareRendererForSitePerProcess',
  // The popups of the address bar: two pages that every new context would load.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

/** The launch options of the tests: headless, offline except for localhost, and without the sandbox as root. */
export function launchOptions(): LaunchOptions {
  return {
    executablePath: findChromium(),
    args: [
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--disable-gpu',
      // Under load, a page that scrolls smoothly moves a button between the press and the release of the mouse.
      '--disable-smooth-scrolling',
      `--disable-features=${DISABLED_FEATURES.join()}`,
      // The pages of a context share a process, so that a new page does not start one.
      '--process-per-site',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}
