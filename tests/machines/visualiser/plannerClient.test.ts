import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toPromise } from 'xstate';
import type {
  PlannerRequest,
  PlannerResponse,
  PlannerResult,
} from '../../../src/visualiser/planner/planner.ts';

/** How the visualiser asks the planner: in its worker, and where there are none. */

const handleRequest = vi.hoisted(() => vi.fn<(request: PlannerRequest) => PlannerResult>());
vi.mock('../../../src/visualiser/planner/planner.ts', () => ({ handleRequest }));

type Posted = { id: number; request: PlannerRequest };

class StubWorker {
  static started: StubWorker[] = [];
  posted: Posted[] = [];
  onmessage = (_: { data: PlannerResponse }) => {};
  onerror = () => {};
  url: string;
  options: unknown;
  constructor(url: URL, options: unknown) {
    this.url = url.pathname;
    this.options = options;
    StubWorker.started.push(this);
  }
  postMessage(message: Posted) {
    this.posted.push(message);
  }
  /** Responds to the request with an index. */
  respond(index: number, response: { result: PlannerResult } | { problem: string }) {
    this.onmessage({ data: { id: this.posted[index]?.id ?? 0, ...response } });
  }
}

function worker(index = 0): StubWorker {
  const started = StubWorker.started[index];
  if (!started) throw new Error('No worker was started.');
  return started;
}

const open = () => import('../../../src/visualiser/planner/client.ts');

const paths = { paths: [[]] };
const build = { build: 'this build', flows: [] };
const path = { goal: 'done', steps: [], isFromStart: true };
const NOT_LOADED = 'The planner was not loaded. Check the connection and try again.';

beforeEach(() => {
  vi.resetModules();
  handleRequest.mockReset();
  StubWorker.started = [];
  vi.stubGlobal('Worker', StubWorker);
});

afterEach(() => vi.unstubAllGlobals());

test('the worker is started with the first request, once', async () => {
  const { pathToOneOf } = await open();
  expect(StubWorker.started).toEqual([]);
  const [first, second] = [pathToOneOf('contact', ['done'], null), pathToOneOf('contact', ['idle'], null)];
  expect(StubWorker.started).toHaveLength(1);
  expect(worker().url).toMatch(/\/src\/visualiser\/planner\/planner\.worker\.ts$/);
  expect(worker().options).toEqual({ type: 'module' });
  expect(worker().posted).toEqual([
    { id: 1, request: { kind: 'path', flow: 'contact', goals: ['done'], snapshot: null } },
    { id: 2, request: { kind: 'path', flow: 'contact', goals: ['idle'], snapshot: null } },
  ]);
  worker().respond(1, { result: { ...path, goal: 'idle' } });
  worker().respond(0, { result: path });
  expect(await Promise.all([first, second])).toEqual([path, { ...path, goal: 'idle' }]);
  expect(handleRequest).not.toHaveBeenCalled();
});

test('without workers the planner is asked at once', async () => {
  vi.stubGlobal('Worker', undefined);
  handleRequest.mockReturnValue(path);
  const { pathToOneOf } = await open();
  expect(await pathToOneOf('contact', ['done'], null)).toEqual(path);
  expect(handleRequest.mock.calls).toEqual([
    [{ kind: 'path', flow: 'contact', goals: ['done'], snapshot: null }],
  ]);
});

test('a response to no request is ignored', async () => {
  const { pathToOneOf } = await open();
  const found = pathToOneOf('contact', ['done'], null);
  worker().onmessage({ data: { id: 99, result: paths } });
  worker().respond(0, { result: path });
  expect(await found).toEqual(path);
});

test.each([null, paths, build])('no path is %j', async (result) => {
  const { pathToOneOf } = await open();
  const found = pathToOneOf('contact', ['done'], null);
  worker().respond(0, { result });
  expect(await found).toBeNull();
});

describe('a worker that is not loaded', () => {
  test('fails all requests, and is started again by the next one', async () => {
    const { pathToOneOf } = await open();
    const failing = ['done', 'idle'].map((goal) =>
      pathToOneOf('contact', [goal], null).catch((error: unknown) => error),
    );
    worker().onerror();
    expect(await Promise.all(failing)).toEqual([new Error(NOT_LOADED), new Error(NOT_LOADED)]);
    const again = pathToOneOf('contact', ['done'], null);
    expect(StubWorker.started).toHaveLength(2);
    expect(worker(1).posted.map(({ id }) => id)).toEqual([3]);
    worker(1).respond(0, { result: path });
    expect(await again).toEqual(path);
  });
});

describe('the flows of the build', () => {
  test('come from the planner', async () => {
    const { exploredBuild } = await open();
    const explored = exploredBuild();
    expect(worker().posted).toEqual([{ id: 1, request: { kind: 'build' } }]);
    worker().respond(0, { result: build });
    expect(await explored).toEqual(build);
  });

  test.each([null, paths, path])('are not %j', async (result) => {
    const { exploredBuild } = await open();
    const explored = exploredBuild();
    worker().respond(0, { result });
    await expect(explored).rejects.toThrow(/^The planner returned no flows\.$/);
  });
});

describe('the plan of a flow', () => {
  test('is made once', async () => {
    const { plannedPathsOf } = await open();
    const actor = plannedPathsOf('contact');
    expect(worker().posted).toEqual([{ id: 1, request: { kind: 'plan', flow: 'contact' } }]);
    worker().respond(0, { result: paths });
    expect(await toPromise(actor)).toEqual(paths);
    expect(plannedPathsOf('contact')).toBe(actor);
    expect(plannedPathsOf('callBack')).not.toBe(actor);
    expect(worker().posted.map(({ request }) => request)).toEqual([
      { kind: 'plan', flow: 'contact' },
      { kind: 'plan', flow: 'callBack' },
    ]);
  });

  test.each<[string, { result: PlannerResult } | { problem: string }, string]>([
    ['the planner cannot make it', { problem: 'There is no flow "x".' }, 'There is no flow "x".'],
    ['it returns something else', { result: build }, 'The planner returned no paths.'],
    ['it returns nothing', { result: null }, 'The planner returned no paths.'],
  ])('is a sentence where %s, and is made again when it is asked for again', async (_, response, problem) => {
    const { plannedPathsOf } = await open();
    const actor = plannedPathsOf('contact');
    worker().respond(0, response);
    expect(await toPromise(actor)).toEqual({ problem });
    const again = plannedPathsOf('contact');
    expect(again).not.toBe(actor);
    worker().respond(1, { result: paths });
    expect(await toPromise(again)).toEqual(paths);
  });

  test('is a sentence also where something else is thrown than an error', async () => {
    vi.stubGlobal('Worker', undefined);
    handleRequest.mockImplementation(() => {
      throw 'out of memory';
    });
    const { plannedPathsOf } = await open();
    expect(await toPromise(plannedPathsOf('contact'))).toEqual({ problem: 'out of memory' });
  });
});
