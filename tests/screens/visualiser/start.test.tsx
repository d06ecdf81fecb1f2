import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mount } from '../../../src/visualiser/mount.tsx';
import * as visualiser from '../../../src/visualiser/Visualiser.tsx';
import { SynchronousBroadcastChannel } from '../../drivers/dom/synchronousBroadcastChannel.ts';

/** How the visualiser is started, and how a page of the site is watched by one. docs/visualiser.md. */

const LOADED = 'instrumentationLoaded';
const INSTRUMENTATION = `data:text/javascript,globalThis.${LOADED}=true`;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  vi.stubEnv('VITE_INSTRUMENTATION', INSTRUMENTATION);
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
  Reflect.deleteProperty(globalThis, LOADED);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('a page of the site', () => {
  const watch = async () => {
    const script = document.createElement('script');
    script.dataset.modules = '/main.js';
    document.body.append(script);
    await import('../../../src/visualiser/watch.ts');
    return script.dataset.modules;
  };
  const say = (message: unknown) => new SynchronousBroadcastChannel('visualiser').postMessage(message);

  test('that was watched loads the instrumentation before its own code', async () => {
    sessionStorage.setItem('visualiser.tab', 'a tab');
    expect(await watch()).toBe(`${INSTRUMENTATION} /main.js`);
  });

  test('that nobody watches loads it as soon as a visualiser says that it is there, once', async () => {
    expect(await watch()).toBe('/main.js');
    for (const message of [null, {}, { type: 'goodbye' }, { type: 'hello there' }, { type: 'a ping' }])
      say(message);
    await act(async () => {});
    expect(globalThis).not.toHaveProperty(LOADED);
    const close = vi.spyOn(SynchronousBroadcastChannel.prototype, 'close');
    say({ type: 'ping' });
    await waitFor(() => expect(globalThis).toHaveProperty(LOADED, true));
    say({ type: 'hello' });
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('the visualiser', () => {
  const requests = () => {
    const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('[]'));
    return () => fetching.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('layouts'));
  };
  const start = async (path: string) => {
    window.history.replaceState(null, '', path);
    const root = document.createElement('div');
    document.body.append(root);
    await act(async () => mount(root));
    return root;
  };

  test('is rendered with the layouts of its chart requested first', async () => {
    const requested = requests();
    vi.spyOn(visualiser, 'Visualiser').mockReturnValue(<p>the visualiser</p>);
    expect(await start('/visualiser/contact')).toHaveTextContent(/^the visualiser$/);
    expect(requested()).toEqual(['/visualiser/layouts/contact.json']);
  });

  test.each(['/visualiser', '/visualiser/messages'])('of no flow requests no layouts: %s', async (path) => {
    const requested = requests();
    vi.spyOn(visualiser, 'Visualiser').mockReturnValue(<p>the visualiser</p>);
    expect(await start(path)).toHaveTextContent('the visualiser');
    expect(requested()).toEqual([]);
  });

  test('that fails as a whole can be loaded again', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
    vi.spyOn(visualiser, 'Visualiser').mockImplementation(() => {
      throw new Error('It broke.');
    });
    const root = await start('/visualiser');
    expect(root.firstElementChild?.className).toBe('visualiser');
    expect(screen.getByRole('alert')).toHaveTextContent('It broke.');
    fireEvent.click(screen.getByRole('button', { name: 'Load the visualiser again' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('needs the element of its document', async () => {
    const load = () => import('../../../src/visualiser/main.tsx');
    await expect(load()).rejects.toThrow('The document has no element with the id "root".');
  });
});
