import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { initialView, type ViewContext } from '../../../machines/visualiserView/visualiserView.machine.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { comparison } from '../../../src/visualiser/flows/comparison.ts';
import { link, linkInput } from '../../../src/visualiser/flows/link.ts';
import { recorder } from '../../../src/visualiser/flows/recorder.ts';
import { arrangementOf, saveArrangement, view, viewSnapshot } from '../../../src/visualiser/flows/view.ts';
import { stubLocalStorage } from '../../support/memoryStorage.ts';

vi.mock('../../../src/visualiser/handCoverage.ts', () => ({ savedCoverage: () => ({ lamp: 'covered' }) }));
vi.mock('../../../src/visualiser/changes/buildFile.ts', () => ({
  BUILD_FILE: 'visualiser/build.json',
  readBuildFile: (text: string) => (text === 'the flows' ? 'flows of the file' : null),
}));
vi.mock('../../../src/visualiser/planner/client.ts', () => ({ exploredBuild: async () => 'explored flows' }));

/** The flows of the visualiser itself, with what they do outside of their machines. */

const KEY = 'visualiser-view';
const storage = stubLocalStorage();

afterEach(() => {
  vi.restoreAllMocks();
});

test('each flow is known by the id in the catalogue', () => {
  expect([view, link, recorder, comparison].map(({ id }) => id)).toEqual([
    ...['visualiserView', 'visualiserLink', 'visualiserRecorder', 'buildComparison'],
  ]);
});

describe('the arrangement of the view', () => {
  const arrangement: Partial<ViewContext> = {
    ...{ arePanelsShown: false, isPageShown: false, sideWidth: 30, pageHeight: 40 },
    ...{ areKeysOn: false, hiddenHints: ['log', 'paths'] },
  };

  test('is kept by the browser, and nothing else of the view', () => {
    const context = { ...initialView, ...arrangement };
    const kept = arrangementOf({ ...context, isOutline: true, areValuesShown: true });
    saveArrangement(kept);
    expect([...storage.keys()]).toEqual([KEY]);
    expect(JSON.parse(storage.get(KEY) ?? '')).toEqual(arrangement);
    const snapshot = viewSnapshot('tablet');
    expect(snapshot.context).toEqual(context);
    expect(snapshot.value).toEqual({ panel: 'events', preview: 'tablet' });
  });

  test.each([
    ['nothing', null, {}],
    ['what is no arrangement', '{"sideWidth":"wide"}', {}],
    [
      'that of an older build, without keys and hints',
      JSON.stringify({ ...arrangement, areKeysOn: undefined, hiddenHints: undefined }),
      { ...arrangement, areKeysOn: true, hiddenHints: [] },
    ],
  ])('begins with %s', (_, kept, change) => {
    if (kept !== null) storage.set(KEY, kept);
    expect(viewSnapshot('phone').context).toEqual({ ...initialView, ...change });
    expect(viewSnapshot('phone').value).toEqual({ panel: 'events', preview: 'phone' });
  });
});

describe('the link', () => {
  test('begins with the coverage by hand that the browser has kept', () => {
    expect(linkInput()).toEqual({ coverage: { lamp: 'covered' } });
  });

  test('says hello to the pages', () => {
    const sendHello = vi.spyOn(connection, 'sendHello').mockReturnValue();
    Object(link.machine.implementations.actions).sendHello();
    expect(sendHello).toHaveBeenCalledOnce();
  });
});

describe('the flows of this build', () => {
  const load = () =>
    toPromise(createActor(Object(comparison.machine.implementations.actors).loadOwnBuild).start());

  test('are those of its file', async () => {
    const request = vi.fn(async () => new Response('the flows'));
    vi.stubGlobal('fetch', request);
    expect(await load()).toBe('flows of the file');
    expect(request).toHaveBeenCalledExactlyOnceWith('/visualiser/build.json');
  });

  test.each<[string, () => Promise<Response>]>([
    ['there is no such file', async () => new Response('the flows', { status: 404 })],
    ['it is another document', async () => new Response('<html></html>')],
    ['it cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('are explored where %s', async (_, respond) => {
    vi.stubGlobal('fetch', respond);
    expect(await load()).toBe('explored flows');
  });
});
