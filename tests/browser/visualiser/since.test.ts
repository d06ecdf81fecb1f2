import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BuildModel } from '../../../machines/paths/flowModel.ts';
import { sharedBrowser } from '../browser.ts';
import { visualiserPage } from './visualiserPage.ts';

/** What changed since another build, coverage by hand that is kept, and the keys of the visualiser. */

const { newPage } = sharedBrowser();

/** Returns this build as it would have been before some changes of the newsletter: the flows of its own file, altered. */
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

const openFile = (page: Page, label: string, content: unknown) =>
  page.getByLabel(label).setInputFiles({
    name: 'file.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  });

test('what changed since another build is listed, drawn on the chart, and printed as Markdown', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto('/visualiser/newsletter?preview=tab');
  const visualiser = visualiserPage(page);
  await visualiser.openPanel('Changes');
  const label = 'Compare with the file of another build';
  await openFile(page, label, { flows: [] });
  expect(await page.getByLabel(label).evaluate((field: HTMLInputElement) => field.validationMessage)).toMatch(
    /is no visualiser\/build\.json/,
  );

  const before = await earlierBuild(page);
  const [changed] = before.flows.find(({ id }) => id === 'newsletter')?.chart.transitions ?? [];
  expect(changed, 'the flow has transitions').toBeDefined();
  await openFile(page, label, before);
  await page.getByRole('heading', { name: /since earlier$/ }).waitFor();
  const changes = await page.locator('.changes > li').allTextContents();
  expect(changes.filter((text) => /added|removed|altered/.test(text)).length).toBe(4);
  expect(changes.join('\n')).toMatch(/removed state archived/);
  expect(changes.join('\n')).toMatch(/altered state .*description: It waits\. →/);
  await page.locator('.chart-state.is-removed[data-state="newsletter.archived"]').waitFor();
  await page.locator('.chart-transition.is-added').first().waitFor();
  await page.locator('.chart-transition.is-removed').first().waitFor();
  await page.locator('.chart-state.is-altered').first().waitFor();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/changes.png` });
  await page.getByText('As Markdown, for a pull request').click();
  const markdown = await page.getByLabel('What changed, as Markdown').inputValue();
  expect(markdown).toMatch(/^## The flows: .+ since earlier\n/);
  expect(markdown).toContain('- **removed** state `archived`');

  await visualiser.press('Outline');
  await page.getByRole('treeitem', { name: /^archived.* removed/ }).waitFor();
  await visualiser.press('Close');
  await expect.poll(() => page.getByRole('treeitem', { name: /^archived/ }).count()).toBe(0);
});
