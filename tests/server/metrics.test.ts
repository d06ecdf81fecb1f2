import { connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { createMetrics, measureRequests } from '../../server/http/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { metricLines } from '../support/metricLines.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, '+Inf'];

describe('what the service counts', () => {
  test('is 0 at the start, and says what it is', async () => {
    const before = Date.now() / 1000;
    const metrics = createMetrics();
    const lines = nonEmpty((await metrics.registry.metrics()).trim().split('\n').filter(Boolean));
    const last = Number(lines.at(-1)?.split(' ')[1]);
    expect(last).toBeGreaterThanOrEqual(Math.floor(before));
    expect(last).toBeLessThanOrEqual(Date.now() / 1000);
    expect(lines.slice(0, -1)).toEqual([
      '# HELP database_operation_duration_seconds Time of queries and transactions, the wait for a connection included.',
      '# TYPE database_operation_duration_seconds histogram',
      '# HELP http_requests_shed_total Requests answered 503 because of the load.',
      '# TYPE http_requests_shed_total counter',
      'http_requests_shed_total{reason="database"} 0',
      'http_requests_shed_total{reason="eventLoop"} 0',
      'http_requests_shed_total{reason="heap"} 0',
      '# HELP http_connections_closed_total Connections closed because too many of their requests waited, or too many bodies of their address were slow.',
      '# TYPE http_connections_closed_total counter',
      'http_connections_closed_total{reason="pipelining"} 0',
      'http_connections_closed_total{reason="slowBody"} 0',
      '# HELP database_unavailable_total Operations that found no database.',
      '# TYPE database_unavailable_total counter',
      'database_unavailable_total 0',
      '# HELP reconcile_failures_total Comparisons with the provider’s records that failed.',
      '# TYPE reconcile_failures_total counter',
      'reconcile_failures_total 0',
      '# HELP reconcile_last_success_timestamp_seconds When all orders that were due were last compared with the provider’s records.',
      '# TYPE reconcile_last_success_timestamp_seconds gauge',
    ]);
  });

  test('grows with what happens', async () => {
    const metrics = createMetrics();
    metrics.onOperation('query', 0.2);
    metrics.onUnavailable();
    metrics.onShed('heap');
    metrics.onConnectionClosed('pipelining');
    metrics.onReconciled(false);
    expect(await metricLines(metrics.registry, 'database_operation_duration_seconds_')).toEqual([
      ...BUCKETS.map(
        (le) =>
          `database_operation_duration_seconds_bucket{le="${le}",operation="query"} ${Number(le) < 0.2 ? 0 : 1}`,
      ),
      'database_operation_duration_seconds_sum{operation="query"} 0.2',
      'database_operation_duration_seconds_count{operation="query"} 1',
    ]);
    expect(
      await metricLines(
        metrics.registry,
        'http_requests_shed_total{reason="heap"}',
        'database_unavailable_total ',
      ),
    ).toEqual(
      expect.arrayContaining(['http_requests_shed_total{reason="heap"} 1', 'database_unavailable_total 1']),
    );
    expect(
      await metricLines(
        metrics.registry,
        'http_connections_closed_total{reason="pipelining"} 1',
        'reconcile_failures_total 1',
      ),
    ).toHaveLength(2);
  });

  test('has the time of the last complete comparison with the provider', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 5_000 });
    const metrics = createMetrics();
    const lastOf = async () =>
      (await metricLines(metrics.registry, 'reconcile_last_success_timestamp_seconds ')).at(-1);
    vi.setSystemTime(9_000);
    metrics.onReconciled(false);
    expect(await lastOf()).toBe('reconcile_last_success_timestamp_seconds 5');
    metrics.onReconciled(true);
    expect(await lastOf()).toBe('reconcile_last_success_timestamp_seconds 9');
    expect(await metricLines(metrics.registry, 'reconcile_failures_total 1')).toHaveLength(1);
    vi.useRealTimers();
  });
});

describe('requests', () => {
  test('are measured by method, declared route and class of the status, in seconds', async () => {
    const metrics = createMetrics();
    const app = Fastify();
    measureRequests(app, metrics);
    app.get('/pages/:name', async (_request, reply) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return reply.code(429).send({});
    });
    const startMs = performance.now();
    await app.inject('/pages/asha');
    const elapsed = (performance.now() - startMs) / 1000;
    for (let calls = 0; calls < 2; calls += 1) await app.inject({ method: 'POST', url: '/asha' });
    const lines = await metricLines(metrics.registry, 'http_request');
    expect(lines).toEqual(
      expect.arrayContaining([
        '# HELP http_request_duration_seconds Time from a request to the end of its response; shed requests are not among them.',
        '# TYPE http_request_duration_seconds histogram',
        'http_request_duration_seconds_count{method="GET",route="/pages/:name",status="4xx"} 1',
        'http_request_duration_seconds_count{method="POST",route="other",status="4xx"} 2',
        '# HELP http_requests_rate_limited_total Requests answered 429.',
        'http_requests_rate_limited_total 1',
        '# HELP http_requests_in_progress Requests without a complete response.',
      ]),
    );
    const bounds = lines.flatMap((line) => /_bucket\{le="(.*?)",method="POST"/.exec(line)?.[1] ?? []);
    expect(bounds).toEqual(BUCKETS.map(String));
    const sum = Number(lines.find((line) => line.includes('_sum{method="GET"'))?.split(' ')[1]);
    expect(sum).toBeGreaterThan(0.01);
    expect(sum).toBeLessThanOrEqual(elapsed);
    expect(lines.join('\n')).not.toContain('asha');
  });

  test('are in progress until they have their response, or their connection is lost', async () => {
    const metrics = createMetrics();
    const app = Fastify();
    measureRequests(app, metrics);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    app.get('/', (_request, reply) => {
      arrive();
      reply.raw.once('close', () => void reply.hijack());
    });
    const inProgress = async () => (await metricLines(metrics.registry, 'http_requests_in_progress ')).at(-1);
    const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(origin.port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived;
    expect(await inProgress()).toBe('http_requests_in_progress 1');
    socket.destroy();
    await eventually(async () => expect(await inProgress()).toBe('http_requests_in_progress 0'));
    await app.close();
  });
});
