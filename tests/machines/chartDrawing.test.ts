import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Layout } from '../../machines/chartViewport/chartViewport.types.ts';
import { type ChartModel, chartOf } from '../../machines/paths/index.ts';
import { Drawing } from '../../src/visualiser/chart/Drawing.tsx';
import type { DrawingProps } from '../../src/visualiser/chart/types.ts';
import { chartFixtureMachine } from '../support/chartFixture.ts';
import { layOutInProcess } from '../support/chartLayout.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const fixture = chartOf(chartFixtureMachine);

/** A transition with an arrow, and one with actions only. */
const guarded = ['fixture.idle · skipped', 'fixture.idle · counted'];
const model: ChartModel = {
  ...fixture,
  transitions: fixture.transitions.map((each) =>
    guarded.includes(each.id) ? { ...each, guard: 'isReady' } : each,
  ),
};

const layouts = new Map<string, Promise<Layout>>();

/** Returns the layout of the chart, which is made once. */
function layoutWith(folded: readonly string[], details: boolean): Promise<Layout> {
  const key = JSON.stringify([folded, details]);
  const arrangement = { direction: 'down' as const, breaks: [] };
  const layout = layouts.get(key) ?? layOutInProcess({ model, folded, details, arrangement });
  layouts.set(key, layout);
  return layout;
}

async function draw(props: Partial<DrawingProps> = {}): Promise<string> {
  const { folded = [], details = false } = props;
  const layout = await layoutWith(folded, details);
  return renderToStaticMarkup(
    createElement(Drawing, { model, layout, active: [], ...props, folded, details }),
  );
}

/** Returns the classes of each element whose data attribute has a value. */
const classesOf = (markup: string, attribute: 'state' | 'transition', id: string) =>
  [...markup.matchAll(new RegExp(`class="([^"]*)" data-${attribute}="${id}"`, 'g'))].map(([, names]) =>
    (names ?? '').split(' '),
  );

const count = (markup: string, part: string) => markup.split(part).length - 1;

describe('a drawing', () => {
  test('shows parallel, region, final and history states, and the dots of initial arrows', async () => {
    const markup = await draw();
    expect(classesOf(markup, 'state', 'fixture.work')[0]).toContain('is-parallel');
    expect(classesOf(markup, 'state', 'fixture.work.left')[0]).toContain('is-region');
    expect(classesOf(markup, 'state', 'fixture.over')[0]).toContain('is-final');
    expect(count(markup, 'chart-inner-box')).toBe(2);
    expect(markup).toMatch(/data-state="fixture\.work\.right\.past"[^>]*>H</);
    expect(markup).toMatch(/data-state="fixture\.work\.right\.deepPast"[^>]*>H\*</);
    expect(count(markup, 'class="chart-dot"')).toBe(3);
    expect(count(markup, 'class="chart-initial"')).toBe(4);
  });

  test('says descriptions, tags, invoked actors and what a state does without leaving it', async () => {
    const markup = await draw();
    for (const text of [
      'Waits for somebody.',
      'calm',
      'invoke / first: fetch',
      'counted [isReady] / note',
      'pinged / note',
    ])
      expect(markup).toContain(`>${text}<`);
  });

  test('says entry, exit and the actions of transitions only in detail', async () => {
    const [plain, detailed] = [await draw(), await draw({ details: true })];
    for (const text of ['entry / note', 'exit / note', '/ note, forget']) {
      expect(plain).not.toContain(`>${text}<`);
      expect(detailed).toContain(`>${text}<`);
    }
  });

  test('marks active states, the transition just taken and what is selected', async () => {
    const markup = await draw({
      active: ['fixture', 'fixture.idle'],
      taken: 'fixture.idle · again',
      selected: 'fixture.paused',
    });
    expect(classesOf(markup, 'state', 'fixture.idle')[0]).toContain('is-active');
    expect(classesOf(markup, 'state', 'fixture.over')[0]).not.toContain('is-active');
    expect(count(markup, 'chart-active-dot')).toBe(2);
    expect(classesOf(markup, 'transition', 'fixture.idle · again')[0]).toContain('is-taken');
    expect(classesOf(markup, 'state', 'fixture.paused')[0]).toContain('is-selected');
    expect(classesOf(markup, 'transition', 'fixture.paused · resumed')[0]).toContain('is-adjacent');
  });

  test('marks a transition without an arrow too', async () => {
    const markup = await draw({
      taken: 'fixture.idle · counted',
      coverage: { 'fixture.idle · counted': 'covered' },
    });
    expect(classesOf(markup, 'transition', 'fixture.idle · counted')[0]).toEqual(
      expect.arrayContaining(['chart-row', 'is-taken', 'is-covered']),
    );
  });

  test('tells coverage by colour, by a sign and by a pattern', async () => {
    const markup = await draw({
      coverage: {
        'fixture.idle': 'covered',
        'fixture.over': 'uncovered',
        'fixture.idle · started': 'uncovered',
      },
    });
    for (const mark of ['covered', 'uncovered'] as const) {
      expect(markup).toContain(`class="chart-coverage-sign is-${mark}"`);
      expect(markup).toContain(`fill="url(#fixture-${mark})"`);
      expect(markup).toContain(`<pattern id="fixture-${mark}"`);
    }
    const signs = [
      ...markup.matchAll(
        /class="chart-coverage-sign is-(\w+)"[^>]*><circle[^>]*><\/circle><path d="([^"]+)"/g,
      ),
    ];
    expect(new Set(signs.map(([, , path]) => path)).size).toBe(2);
    expect(classesOf(markup, 'transition', 'fixture.idle · started')[0]).toContain('is-uncovered');
  });

  test('says which answers of a guard were seen, at an arrow and in a state', async () => {
    const results = { yes: 'covered', no: 'uncovered' } as const;
    for (const id of nonEmpty(guarded)) {
      const markup = await draw({
        coverage: { [`${id} ? true`]: 'covered', [`${id} ? false`]: 'uncovered' },
      });
      for (const [result, coverage] of nonEmpty(Object.entries(results)))
        expect(markup).toContain(`<title>isReady, ${result}: ${coverage}</title>`);
      expect(count(markup, 'class="chart-guard-result is-covered"')).toBe(1);
      expect(markup).toMatch(/class="chart-guard-result is-uncovered">.*?>N<\/text>/);
      expect(await draw({ coverage: { [id]: 'covered' } })).not.toContain('chart-guard-result');
    }
  });

  test('says how much a folded state hides, and offers to unfold it', async () => {
    const markup = await draw({ folded: ['fixture.work.left'] });
    expect(markup).toContain('>3 states inside<');
    expect(markup).toContain('>Unfold left<');
    expect(markup).toContain('>Fold right<');
    expect(await draw({})).toContain('data-state="fixture.work.left.first"');
    expect(markup).not.toContain('data-state="fixture.work.left.first"');
    expect(markup).toContain('data-fold="fixture.work.left"');
    expect(markup).not.toMatch(/data-fold="fixture"/);
  });

  test('marks what a search has found', async () => {
    const markup = await draw({
      found: ['fixture.over', 'fixture.idle · started', 'fixture.idle · counted'],
    });
    expect(classesOf(markup, 'state', 'fixture.over')[0]).toContain('is-found');
    expect(classesOf(markup, 'transition', 'fixture.idle · started')[0]).toContain('is-found');
    expect(classesOf(markup, 'transition', 'fixture.idle · counted')[0]).toContain('is-found');
  });
});
