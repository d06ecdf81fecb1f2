import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { screenNameForPath } from '../../src/screens.ts';
import type { Control, TouchedControl } from '../../src/visualiser/shared/controls/index.ts';

const controlsFolder = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/controls');

/**
 * The controls that the pages of some tests had to press, type into or choose, and those that an event has
 * reached.
 */
export type Controls = { seen: string[]; touched: string[] };

/**
 * The name of a control with its page, which is the same on all pages of a screen: `about: link "Home"`. The links
 * to the parts of a page count as one.
 */
export const controlKey = ({ place, role, name, isWithinPage }: TouchedControl): string => {
  const page = place?.startsWith('/') ? screenNameForPath(place) : place;
  return isWithinPage ? `${page}: link to a part of the page` : `${page}: ${role} ${JSON.stringify(name)}`;
};

/** Keeps the controls of some tests until they run again. */
export class SeenControls {
  readonly #seen = new Map<string, Control>();
  readonly #touched = new Set<string>();

  /** Records a visitor's controls on a page with the script of the tests, before it is opened. */
  watch(page: Page): Promise<unknown> {
    return page.exposeBinding('reportTouched', (_, control: TouchedControl) =>
      this.#touched.add(controlKey(control)),
    );
  }

  /** Adds controls that a page has, those of a known page. */
  add(controls: readonly Control[]): void {
    for (const control of controls) if (control.place !== null) this.#seen.set(controlKey(control), control);
  }

  /** The untouched controls of the pages that need no more than the page. */
  get untouched(): { path: string; control: Control }[] {
    return [...this.#seen].flatMap(([key, control]) =>
      control.place?.startsWith('/') && !this.#touched.has(key) ? [{ path: control.place, control }] : [],
    );
  }

  save(tests: string): void {
    mkdirSync(controlsFolder, { recursive: true });
    const controls: Controls = { seen: [...this.#seen.keys()], touched: [...this.#touched] };
    writeFileSync(join(controlsFolder, `${tests}.json`), JSON.stringify(controls));
  }
}

/** The controls of the last run of each test. */
export function readControls(): Controls {
  const files = existsSync(controlsFolder) ? readdirSync(controlsFolder) : [];
  const runs = files.map((name): Controls => JSON.parse(readFileSync(join(controlsFolder, name), 'utf8')));
  return { seen: runs.flatMap(({ seen }) => seen), touched: runs.flatMap(({ touched }) => touched) };
}
