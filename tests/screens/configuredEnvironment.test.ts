import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { stateName } from '../../machines/stateName.ts';
import { contact } from '../../src/flows/contact.ts';
import { ConfiguredEnvironment } from '../../src/visualiser/agent/environment/ConfiguredEnvironment.ts';
import { browserSettings, type Network } from '../../src/visualiser/environment/environment.types.ts';
import { pageEnvironmentOf, SLOW_DELAY } from '../../src/visualiser/environment/pageEnvironment.ts';
import { Inspection } from '../../src/visualiser/instrumentation/inspection.ts';
import { eventually } from '../support/eventually.ts';

/** The network that a tester has set, as a page meets it: what it requests, and when. */

const request = vi.fn(async () => Response.json({ success: true }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', request);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  request.mockClear();
});

/** Sends the contact form on a page with a network, and returns its actor. */
async function sendFormOn(network: Network) {
  const inspection = new Inspection({ restart: null, paused: null });
  const environment = new ConfiguredEnvironment(inspection);
  environment.set(await pageEnvironmentOf(null, [contactFlow], { ...browserSettings, network }));
  // The instrumentation changes the machine in place.
  const machine = contact.machine.provide({});
  const actor = createActor(machine, inspection.actorOptions('contact', machine)).start();
  onTestFinished(() => {
    actor.stop();
    environment.reset();
  });
  actor.send({ type: 'changed', ...contactCases.events.changed['everything valid'] });
  actor.send({ type: 'submitted' });
  return actor;
}

test('a slow network delays the request of the page, not only its answer', async () => {
  const actor = await sendFormOn('slow');
  await vi.advanceTimersByTimeAsync(SLOW_DELAY - 1);
  expect(request).not.toHaveBeenCalled();
  expect(stateName(actor.getSnapshot())).toBe('submitting');
  await vi.advanceTimersByTimeAsync(1);
  expect(request).toHaveBeenCalledExactlyOnceWith(
    '/api/contact',
    expect.objectContaining({ method: 'POST' }),
  );
  await eventually(() => expect(stateName(actor.getSnapshot())).toBe('done'));
});

test('a lost network lets the call fail, and no request leaves the page, which is offline', async () => {
  const actor = await sendFormOn('lost');
  expect(navigator.onLine).toBe(false);
  await vi.advanceTimersByTimeAsync(SLOW_DELAY);
  expect(stateName(actor.getSnapshot())).toBe('failed');
  expect(actor.getSnapshot().context.alert).toMatchObject({ message: 'Failed to fetch' });
  expect(request).not.toHaveBeenCalled();
});

test('on the network of the browser the request is sent at once', async () => {
  await sendFormOn('normal');
  await vi.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledOnce();
});
