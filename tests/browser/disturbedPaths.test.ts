import { describe, expect, inject, test } from 'vitest';
import { plan } from '../../machines/paths/index.ts';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { type DisturbanceName, disturbanceNames } from '../drivers/disturbances/disturbances.ts';
import { walkDisturbed } from '../drivers/disturbances/walkDisturbed.ts';
import { type Plan, plansWithDraft, sitePlans } from '../drivers/plans.ts';
import { isMore } from '../support/more.ts';
import { sharedBrowser } from './browser.ts';

/** The flows of the site on pages that others change: the browser, extensions, password managers, keyboards, the system. */

const { browser } = sharedBrowser();

/** In `npm test` all flows are translated, and the other disturbances meet the forms; `npm run test:more` walks all flows. */
const plansOf = (name: DisturbanceName): Plan[] =>
  isMore || name === 'translated' ? sitePlans() : plansWithDraft();

/**
 * Returns the paths to walk: in `npm run test:more` the whole plan. A translated page breaks where a text changes, which any
 * transition may do; the other disturbances break a state, so that one path through all states is enough in `npm test`.
 */
const pathsOf = ({ graph, paths }: Plan, name: DisturbanceName) =>
  isMore
    ? paths.map(({ path }) => path)
    : plan(graph, { criteria: [name === 'translated' ? 'transitions' : 'states'] }).paths;

describe.each(disturbanceNames)('%s', (name) => {
  describe.each(plansOf(name))('$id', (planned) => {
    const paths = pathsOf(planned, name).map((path, index) => ({
      path,
      number: index + 1,
      steps: path.length,
    }));
    test.each(paths)('walks path $number, $steps steps', async ({ path }) => {
      const open = () => chromiumPageDriver(browser(), inject('site'), planned.id);
      expect(await walkDisturbed(planned, path, name, open)).not.toHaveLength(0);
    });
  });
});
