import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** Answers of the server that a tester writes, in the words of the site's own code that calls it. */

const { newPage } = sharedBrowser();

const answers = [
  ['contact', 'submitting', 502, '<h1>Bad gateway</h1>', 'failed', 'Invalid response from server'],
  ['scholarship', 'submitting', 200, '{"success":false,"message":"Not today."}', 'failed', 'Not today.'],
  ['registration', 'creatingOrder', 429, '{"error":"Too many."}', 'editing.orderFailed', 'Too many.'],
] as const;

test.each(answers)(
  'an actor of %s that waits gets an answer of its own, in the words of the adapter',
  async (flow, waiting, status, body, state, shown) => {
    const page = await newPage();
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    const visualiser = await openVisualiser(page, flow);
    await visualiser.pause();
    await visualiser.sendEvent('changed: everything valid');
    await visualiser.sendEvent('submitted: by the button');
    await visualiser.expectState(waiting);
    await visualiser.openTab('Now');
    await visualiser.page.getByText('an answer of your own').click();
    const form = visualiser.page.locator('.invoked-actor form');
    await form.getByLabel('Status').fill(`${status}`);
    await form.getByLabel('Body').fill(body);
    await form.getByRole('button', { name: 'Answer so' }).click();
    await visualiser.expectState(state);
    await visualiser.frame.getByText(shown).waitFor();
    expect(calls, 'to the real server').toEqual([]);
  },
);
