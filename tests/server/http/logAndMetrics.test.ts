import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { programTest, test } from '../fixtures.ts';
import { orderBody, postJson } from '../serviceFixture.ts';

/** The log and the metrics of a running server, which name nobody. */

const inquiry = { name: 'Asha', phone: '9876543210' };

test('an error of ours is one sentence for the visitor, and for the log a type, a code and a place without what was typed', async ({
  data,
}) => {
  await data.execute('alter table submissions add check (kind <> $$inquiry$$)');
  const { url } = await data.start();
  const { status, body } = await postJson(`${url}/api/inquiry`, inquiry);
  expect([status, body.message]).toEqual([500, 'Something went wrong on our side. Please try again later.']);
  const lines = data.log.map((line) => JSON.parse(line));
  expect(lines.find(({ msg }) => msg === 'call failed')).toMatchObject({
    code: '23514',
    type: expect.stringMatching(/Error$/i),
    at: expect.arrayContaining([expect.stringContaining('at ')]),
  });
  expect(data.log.join('')).not.toMatch(/Asha|9876543210/);
});

programTest('a server whose log nobody reads drops lines, counts them, and goes on', async ({ programs }) => {
  const server = await programs.startServer({ METRICS_PORT: '0' });
  server.child.stderr?.pause();
  const metricsUrl = server.out.match(/Metrics are at (\S+)/)?.[1] ?? '';
  const droppedLines = async () =>
    Number((await (await fetch(metricsUrl)).text()).match(/^log_lines_dropped_total (\d+)/m)?.[1]);
  expect(await droppedLines()).toBe(0);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
  const batch = 'GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(100);
  let responses = 0;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: string) => {
      responses += chunk.split('HTTP/1.1 200').length - 1;
      if (responses % 100 !== 0) return;
      if (responses < 15_000) socket.write(batch);
      else resolve();
    });
    socket.write(batch);
  });
  socket.destroy();
  expect(await droppedLines()).toBeGreaterThan(0);
  expect((await postJson(`${server.url}/api/inquiry`, inquiry)).status).toBe(200);
});

test('the metrics have everything that docs/alerts.md watches, on an address of their own, and name nobody', async ({
  data,
}) => {
  const service = await data.start({ metrics: { port: 0, host: '127.0.0.1' } });
  await postJson(`${service.url}/api/inquiry`, inquiry);
  await postJson(`${service.url}/create-order`, orderBody('asha@example.org'));
  await fetch(`${service.url}/healthz`);
  await fetch(`${service.url}/asha`);
  const metricsUrl = service.metricsUrl ?? '';
  const response = await fetch(metricsUrl);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const metrics = await response.text();
  expect(metrics).toContain('orders_needing_attention{state="surplus"} 0');
  expect(metrics).toMatch(/outbox_mails\{state="waiting"\} 1\n/);
  expect(metrics).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/api\/inquiry",status="2xx"\} 1\n/,
  );
  expect(metrics).not.toMatch(/asha|example\.org|9876543210/i);

  const alerts = await readFile('docs/alerts.md', 'utf8');
  const watched = new Set(
    alerts.match(/\b(http|database|outbox|orders|reconcile|log|nodejs|process)_[a-z_]+/g) ?? [],
  );
  expect(watched.size).toBeGreaterThan(8);
  const found = new Set(metrics.match(/^[a-z_]+/gm));
  expect(nonEmpty(watched).filter((name) => !found.has(name))).toEqual([]);

  expect((await fetch(new URL('/', metricsUrl))).status).toBe(404);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  await service.close();
  expect((await data.start()).metricsUrl).toBeUndefined();
});
