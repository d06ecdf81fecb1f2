import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { pageInspection } from '../../src/flows/inspection.ts';
import { Routes } from '../../src/routes.tsx';
import { loadScreen, screenNameForPath } from '../../src/screens.ts';
import { Inspection } from '../../src/visualiser/page/instrumentation/index.ts';
import { errorCatalogue, titleOf } from '../../src/visualiser/tool/model/index.ts';
import { simulateMessage } from '../../src/visualiser/tool/runs/index.ts';
import { settle } from '../drivers/dom/domEnvironment.ts';

/** Every message of the visualiser is on the screen of its flow, in the state to which its steps lead. */

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Messages in a window of the browser, which a test of the site's own paths sees. */
const isInWindow = ({ condition }: { condition: string }) => condition.includes('window of the browser');

test.each(
  errorCatalogue
    .filter((message) => !isInWindow(message))
    .map((message) => [titleOf(message), message] as const),
)('the visualiser leads to the message %s', async (_, message) => {
  const flow = catalogue.find(({ id }) => id === message.flow);
  const last = flow && simulateMessage(flow, message).at(-1);
  if (!last) throw new Error(`There is no flow "${message.flow}".`);
  const snapshot = flow.machine.getPersistedSnapshot(last.snapshot);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const inspection = new Inspection({ restart: { flow: message.flow, snapshot }, paused: message.flow });
  pageInspection.actorOptions = (id, machine) => inspection.actorOptions(id, machine);
  if (message.flow !== 'routeLoading') await loadScreen(screenNameForPath(message.path));
  render(
    <MemoryRouter initialEntries={[message.path]}>
      <Routes />
    </MemoryRouter>,
  );
  await settle();
  const text = document.body.textContent ?? '';
  for (const shown of [message.text, ...(message.more ?? [])]) expect(text).toContain(shown);
});
