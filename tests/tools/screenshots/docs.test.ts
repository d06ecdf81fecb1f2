import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { BuildModel } from '../../../machines/paths/index.ts';
import { sharedBrowser } from '../../browser/browser.ts';
import { finishAnimations } from '../../browser/inspectPage.ts';
import { openVisualiser } from '../../browser/visualiser/visualiserPage.ts';
import { planWithId } from '../../drivers/plans.ts';
import { visitStates } from './visitStates.ts';

/** `npm run tools -- screenshots`: the pictures that the README and the guides show. */

const { browser, newPage } = sharedBrowser();

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));

/** Takes the picture of a window, without a pointer, a focus or an animation in it. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(5, 895);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await finishAnimations(page);
  await page.screenshot({ path: join(docs, name) });
}

/** This build before a transition of the contact flow was added and another altered. */
async function earlierBuild(page: Page): Promise<BuildModel> {
  const response = await page.request.get('/visualiser/build.json');
  const own: BuildModel = await response.json();
  const flows = own.flows.map((flow) => {
    if (flow.id !== contactFlow.id) return flow;
    const transitions = flow.chart.transitions
      .filter(({ trigger }) => !trigger.startsWith('after sendTimeout'))
      .map((transition) =>
        transition.trigger === 'done of send' ? { ...transition, actions: ['showThanks'] } : transition,
      );
    return { ...flow, chart: { ...flow.chart, transitions } };
  });
  return { build: 'earlier', flows };
}

test('the visualiser: a waiting request, timeline, coverage and changes', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const visualiser = await openVisualiser(page, contactFlow.id);
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.pause();
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await page.getByRole('button', { name: 'refused by the server', exact: true }).waitFor();
  await page.getByRole('tabpanel').evaluate((panel) => panel.scrollTo(0, 0));
  await takePicture(page, 'visualiser.png');

  await visualiser.press('refused by the server');
  await visualiser.expectState('failed');
  await visualiser.openTab('Test');
  await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
  await takePicture(page, 'visualiser-coverage.png');

  await visualiser.openTab('Now');
  await page.locator('.entry-row', { hasText: 'submitted' }).first().click();
  await page.locator('.past-page iframe').waitFor();
  await takePicture(page, 'visualiser-log.png');

  await page.keyboard.press('End');
  await visualiser.openTab('Compare');
  await page.getByLabel('Compare with the file of another build').setInputFiles({
    name: 'build.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(await earlierBuild(page))),
  });
  await page.locator('.chart-transition.is-added').first().waitFor();
  await takePicture(page, 'visualiser-changes.png');
});

test('the registration with a payment that failed', async () => {
  let isTaken = false;
  await visitStates(
    planWithId('registration'),
    { browser: browser(), site: inject('site') },
    async (page, state) => {
      if (state !== 'editing.paymentFailed') return;
      await page.setViewportSize({ width: 1280, height: 1000 });
      await finishAnimations(page);
      await page
        .getByRole('alert')
        .last()
        .evaluate((alert) =>
          scrollBy({
            top: alert.getBoundingClientRect().bottom + 24 - innerHeight,
            behavior: 'instant',
          }),
        );
      await takePicture(page, 'registration.png');
      isTaken = true;
    },
  );
  expect(isTaken).toBe(true);
});
