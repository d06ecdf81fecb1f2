import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chartViewportCases } from '../../../machines/chartViewport/chartViewport.cases.ts';
import type { Arrangement, LayoutRequest } from '../../../machines/chartViewport/chartViewport.types.ts';

/** The layouts of a chart: those of the build, or those of ELK in its worker. */

type Message = {
  id: number;
  cmd: string;
  algorithms?: string[];
  graph?: ElkNode;
  layoutOptions?: Record<string, string>;
};

const workers: { name?: string; messages: Message[] }[] = [];
let whenIdle = () => {};

class StubWorker {
  onmessage = (_: { data: unknown }) => {};
  messages: Message[] = [];
  constructor(_url: string, { name }: { name?: string }) {
    workers.push({ name, messages: this.messages });
  }
  postMessage(message: Message) {
    this.messages.push(message);
    const data = { ...message.graph, width: 400, height: 300 };
    queueMicrotask(() => this.onmessage({ data: { id: message.id, data } }));
  }
}

const down: Arrangement = { direction: 'down', breaks: [] };
const right: Arrangement = { direction: 'right', breaks: [] };
const inRows: Arrangement = { direction: 'right', breaks: ['lamp.on'] };
const built = [down, right].map((arrangement) => ({
  ...{ arrangement, width: 400, height: 300, states: {}, dots: {}, arrows: [] },
}));

const { model } = chartViewportCases.input;
const request: LayoutRequest = { model, folded: [], details: false, direction: null, arrangement: null };

/** Returns the function of a visualiser that has just been opened. */
async function openVisualiser(layouts: object | null) {
  vi.stubGlobal('fetch', async () => (layouts ? Response.json(layouts) : new Response('', { status: 404 })));
  const { layOut } = await import('../../../src/visualiser/chart/elk.ts');
  return layOut;
}

const layoutMessages = () =>
  workers.flatMap(({ messages }) => messages).filter(({ cmd }) => cmd === 'layout');

beforeEach(() => {
  vi.resetModules();
  workers.length = 0;
  whenIdle = () => {};
  vi.stubGlobal('Worker', StubWorker);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    whenIdle = callback;
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('the layouts of a whole chart', () => {
  test('are those of the build, and the worker starts when there is nothing else to do', async () => {
    const layOut = await openVisualiser(built);
    expect(await layOut(request)).toEqual(built);
    expect(workers).toEqual([]);
    whenIdle();
    expect(workers).toMatchObject([
      { name: 'layout', messages: [{ cmd: 'register', algorithms: ['layered'] }] },
    ]);
  });

  test.each(['down', 'right'] as const)('are those of the direction: %s', async (direction) => {
    const layOut = await openVisualiser(built);
    const layouts = await layOut({ ...request, direction });
    expect(layouts.map(({ arrangement }) => arrangement)).toEqual([{ direction, breaks: [] }]);
  });

  test('are made by the worker where the build has none, in every arrangement', async () => {
    const layOut = await openVisualiser(null);
    const layouts = await layOut(request);
    expect(layouts.map(({ arrangement, width, height }) => ({ arrangement, width, height }))).toEqual([
      { arrangement: down, width: 400, height: 300 },
      { arrangement: right, width: 400, height: 300 },
    ]);
    expect(Object.keys(layouts[0]?.states ?? {})).toEqual(['lamp', 'lamp.off', 'lamp.on', 'lamp.on.bright']);
    expect(workers).toHaveLength(1);
    const [first, second] = layoutMessages();
    expect(first?.graph?.id).toBe('chart');
    expect(first?.layoutOptions).toMatchObject({ 'elk.algorithm': 'layered', 'elk.direction': 'DOWN' });
    expect(second?.layoutOptions).toMatchObject({ 'elk.direction': 'RIGHT' });
  });
});

describe('the layouts of a part of a chart, or of more than it', () => {
  test.each<[string, Partial<LayoutRequest>]>([
    ['a folded state', { folded: ['lamp.on'] }],
    ['actions', { details: true }],
    ['what another build has', { model: { ...model, hasRemoved: true } }],
  ])('with %s are made by the worker, in the arrangements of the whole one', async (_, changes) => {
    const layOut = await openVisualiser([{ ...built[0], arrangement: inRows }, built[1]]);
    const layouts = await layOut({ ...request, ...changes });
    expect(layouts.map(({ arrangement }) => arrangement)).toEqual([inRows, right]);
    expect(layoutMessages()).toHaveLength(2);
  });

  test('is made in the arrangement that is kept', async () => {
    const layOut = await openVisualiser(built);
    const layouts = await layOut({ ...request, folded: ['lamp.on'], arrangement: right });
    expect(layouts.map(({ arrangement }) => arrangement)).toEqual([right]);
  });

  test('has its arrows from source to target, also those that lead backwards', async () => {
    const back = model.transitions.map((each) => ({
      ...{ ...each, id: 'lamp.on · off', source: 'lamp.on', targets: ['lamp.off'] },
    }));
    const layOut = await openVisualiser(null);
    await layOut({ ...request, model: { ...model, transitions: back }, direction: 'down' });
    expect(layoutMessages()[0]?.graph?.edges).toMatchObject([
      {},
      { id: '0 lamp.on · off', sources: ['lamp.off'], targets: ['lamp.on'] },
    ]);
  });
});
