import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blogPostFlow } from '../../../../machines/blogPost/blogPost.flow.ts';
import { newsletterFlow } from '../../../../machines/newsletter/newsletter.flow.ts';
import { openingsFlow } from '../../../../machines/openings/openings.flow.ts';
import { type BuildModel, chartOf } from '../../../../machines/paths/index.ts';
import { routeLoadingFlow } from '../../../../machines/routeLoading/routeLoading.flow.ts';
import { sharedBrowser } from '../../../browser/browser.ts';
import { openJsonFile, openVisualiser, visualiserPage } from '../../../browser/visualiser/visualiserPage.ts';

/** Coverage by hand, the way to uncovered transitions, the changes since another build, and the keys. */

const { newPage } = sharedBrowser();

test('a layer outlines the untouched parts of the page until it is switched off', async () => {
  const { frame, choose } = await openVisualiser(await newPage(), 'newsletter');
  const counts = async () =>
    (await frame.getByText('controls untouched').textContent())?.match(/\d+/g)?.map(Number);
  const touched = async () => {
    const [untouched = 0, all = 0] = (await counts()) ?? [];
    return all - untouched;
  };
  await choose('Mark');
  expect(await touched()).toBe(0);
  const outlines = () => frame.locator('.rr-block div').count();
  await expect.poll(async () => (await counts())?.[0] === (await outlines())).toBe(true);
  await frame.getByLabel('Your e-mail for the newsletter').first().fill('asha@example.com');
  await expect.poll(touched).toBe(1);

  await choose('Reload the page');
  await expect.poll(touched).toBe(1);
  await choose('Mark');
  await frame.getByText('controls untouched').waitFor({ state: 'hidden' });
});

test('coverage by hand is counted, shown on the chart, kept and cleared', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  await visualiser.openTab('Test');
  await visualiser.press('by hand');
  const row = page.getByRole('row', { name: /^transitions/ });
  const byHand = () => row.getByRole('cell').last().textContent();
  await expect.poll(byHand).toBe('0 of 2');
  await visualiser.frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await expect.poll(byHand).toBe('1 of 2');
  await page.locator('[data-transition="scholarshipTerms.hidden · toggled"].is-covered').first().waitFor();

  await page.reload();
  await visualiser.openTab('Test');
  await expect.poll(byHand).toBe('1 of 2');
  await visualiser.goTo('All flows');
  const flow = page
    .getByRole('row', { name: /Scholarship terms/ })
    .getByRole('cell')
    .last();
  await expect.poll(async () => (await flow.textContent())?.trim()).toBe('1');
  await visualiser.choose('Clear what was done by hand');
  await expect.poll(() => flow.textContent()).toBe('not run');
});

test('drops coverage by hand that was kept for another build', async () => {
  const page = await newPage();
  await page.goto('/visualiser');
  await page.evaluate(() => {
    const kept = { chart: 'of another build', hand: { states: [], transitions: ['gone'], guardResults: [] } };
    localStorage.setItem('visualiser-coverage', JSON.stringify({ flows: { scholarshipTerms: kept } }));
  });
  await page.goto('/visualiser');
  const flow = page
    .getByRole('row', { name: /Scholarship terms/ })
    .getByRole('cell')
    .last();
  await expect.poll(() => flow.textContent()).toBe('not run');
});

test('which results of a guard were seen is shown on the chart and in the outline', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarship');
  const { page, frame } = visualiser;
  await visualiser.openTab('Test');
  await visualiser.press('by hand');
  // Guards are drawn where there is room for them.
  for (let presses = 0; presses < 6; presses += 1) await page.locator('.chart-viewport').press('+');
  await page.locator('.chart-guard-result').first().waitFor();
  await frame.getByRole('button', { name: 'Submit Application' }).click();
  await visualiser.expectState('invalid');
  const label = page.locator('[data-transition="scholarship.idle · submitted[0]"]');
  await label.locator('.chart-guard-result.is-covered', { hasText: 'N' }).first().waitFor();
  await label.locator('.chart-guard-result.is-uncovered', { hasText: 'Y' }).first().waitFor();
  await visualiser.choose('outline');
  await page
    .getByRole('treeitem', { name: /^submitted \[isValid\].* \[yes: uncovered\] \[no: covered\]/ })
    .waitFor();
});

test.each([newsletterFlow, routeLoadingFlow, blogPostFlow, openingsFlow])(
  'reaches each uncovered transition of $id, one after the other',
  async ({ id, machine }) => {
    const visualiser = await openVisualiser(await newPage(), id);
    const { page } = visualiser;
    await visualiser.openTab('Test');
    await visualiser.press('fast');
    await visualiser.press('by hand');
    const count = chartOf(machine).transitions.length;
    const next = page.getByRole('button', { name: 'Next uncovered' });
    for (let rounds = 0; rounds < 2 * count && (await next.isEnabled()); rounds += 1) {
      await next.click();
      await page.getByText(/every step led where it should|stopped/).waitFor();
      expect(await page.getByText(/stopped/).allTextContents()).toEqual([]);
      await visualiser.press('Stop run');
    }
    const row = page.getByRole('row', { name: /^transitions/ });
    await expect.poll(() => row.getByRole('cell').last().textContent()).toBe(`${count} of ${count}`);
  },
);

test('marks nothing as uncovered at a level that was not run', async () => {
  const { page, openTab, press } = await openVisualiser(await newPage(), 'order');
  await openTab('Test');
  await press('by hand');
  await page.locator('.chart-state.is-uncovered').first().waitFor();
  await press('screens');
  await page.getByText(/^Not run:/).waitFor();
  expect(await page.locator('.chart-state.is-uncovered').count()).toBe(0);
});

test('leads on to what is uncovered without loading the page again', async () => {
  const visualiser = await openVisualiser(await newPage(), 'newsletter');
  await visualiser.frame.locator('body').evaluate((body) => body.setAttribute('data-is-same', ''));
  await visualiser.openTab('Test');
  await visualiser.press('Next uncovered');
  await visualiser.page.getByText('every step led where it should').waitFor();
  expect(await visualiser.frame.locator('body[data-is-same]').count()).toBe(1);
});

/** This build before some changes of the newsletter: the flows of its own file, altered. */
async function earlierBuild(page: Page): Promise<BuildModel> {
  const response = await page.request.get('/visualiser/build.json');
  const own: BuildModel = await response.json();
  const flows = own.flows.map((flow) => {
    if (flow.id !== 'newsletter') return flow;
    const { states, transitions, initialArrows } = flow.chart;
    const [root, first] = states;
    const [changed, ...others] = transitions;
    if (!root || !first || !changed) throw new Error('the newsletter has states and transitions');
    return {
      ...flow,
      chart: {
        ...flow.chart,
        initialArrows,
        states: [
          root,
          { ...first, description: 'It waits.' },
          ...states.slice(2),
          { ...first, id: 'newsletter.archived', key: 'archived' },
        ],
        transitions: [
          ...others,
          {
            ...changed,
            id: 'newsletter.archived · gone',
            source: 'newsletter.archived',
            trigger: 'gone',
            targets: [first.id],
          },
        ],
      },
    };
  });
  return { build: 'earlier', flows };
}

test('changes since another build are listed, drawn and printed as Markdown', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto('/visualiser/newsletter?preview=tab');
  const visualiser = visualiserPage(page);
  await visualiser.openTab('Compare');
  const label = 'Compare with the file of another build';
  await openJsonFile(page, label, { flows: [] });
  const problem = page.getByRole('alert').filter({ hasText: 'is no visualiser/build.json' });
  await problem.waitFor();

  const before = await earlierBuild(page);
  const [changed] = before.flows.find(({ id }) => id === 'newsletter')?.chart.transitions ?? [];
  expect(changed, 'the flow has transitions').toBeDefined();
  await openJsonFile(page, label, before);
  await page.getByRole('heading', { name: /since earlier$/ }).waitFor();
  const changes = await page.locator('.changes > li').allTextContents();
  expect(changes.filter((text) => /added|removed|altered/.test(text)).length).toBe(4);
  expect(changes.join('\n')).toMatch(/removed state archived/);
  expect(changes.join('\n')).toMatch(/altered state .*description: It waits\. →/);
  await page.locator('.chart-state.is-removed[data-state="newsletter.archived"]').waitFor();
  await page.locator('.chart-transition.is-added').first().waitFor();
  await page.locator('.chart-transition.is-removed').first().waitFor();
  await page.locator('.chart-state.is-altered').first().waitFor();
  await page.getByText('As Markdown, for a pull request').click();
  const markdown = await page.getByLabel('What changed, as Markdown').inputValue();
  expect(markdown).toMatch(/^## The flows: .+ since earlier\n/);
  expect(markdown).toContain('- **removed** state `archived`');

  await visualiser.choose('outline');
  await page.getByRole('treeitem', { name: /^archived.* removed/ }).waitFor();
  await visualiser.press('Close');
  await expect.poll(() => page.getByRole('treeitem', { name: /^archived/ }).count()).toBe(0);
});

test('keys step, pause and stop a run, but not while somebody types', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const visualiser = await openVisualiser(page, 'contact');
  const isPaused = () =>
    page.getByRole('button', { name: 'Pause', exact: true }).getAttribute('aria-pressed');
  await page.keyboard.press('p');
  await expect.poll(isPaused).toBe('true');
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await page.keyboard.press('s');
  await expect.poll(() => page.locator('.current code').textContent()).not.toBe('submitting');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await visualiser.expectState('submitting');
  await page.keyboard.press('End');
  await expect.poll(() => page.getByText(/^Past:/).count()).toBe(0);

  await page.keyboard.press('/');
  await page.keyboard.type('hsx');
  expect(await page.getByRole('combobox', { name: /^Find a command/ }).inputValue()).toBe('Go to hsx');
  await page.keyboard.press('Escape');
  expect(await isPaused(), 'typing holds nothing').toBe('true');
  await visualiser.choose('single keys off');
  await page.keyboard.press('p');
  await page.keyboard.press('F6');
  expect(await isPaused(), 'keys that are off hold nothing').toBe('true');

  await page.reload();
  await visualiser.expectStatus(/^Following/);
  await visualiser.choose('single keys on');
  await visualiser.openTab('Test');
  await visualiser.press('slow');
  await visualiser.press('Run path 1 on the page');
  await visualiser.frame.getByLabel('Full Name*').focus();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Resume run', exact: true }).waitFor();
  const progress = () => page.locator('.run-line p').textContent();
  const before = await progress();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Test' }).focus();
  await page.keyboard.press('s');
  await expect.poll(progress).not.toBe(before);
  await page.getByRole('button', { name: 'Resume run', exact: true }).waitFor();
  await page.keyboard.press('x');
  await expect.poll(progress).toBe('');
});
