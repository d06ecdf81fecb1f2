import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ClosingReason } from '../http/connections.ts';
import type { ShedReason } from '../http/loadShedding.ts';
import type { DatabaseObserver } from './measuredDatabase.ts';

/** The metrics of the service, without personal data and with few labels. `docs/alerts.md` lists the alerts. */
export type Metrics = DatabaseObserver & {
  registry: Registry;
  onShed(reason: ShedReason): void;
  onConnectionClosed(reason: ClosingReason): void;
};

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics, each with the value 0. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const operations = new Histogram({
    name: 'database_operation_duration_seconds',
    help: 'Time of queries and transactions, the wait for a connection included.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const shed = counter('http_requests_shed_total', 'Requests answered 503 because of the load.', ['reason']);
  const closedConnections = counter(
    'http_connections_closed_total',
    'Connections closed because too many of their requests waited, or bodies of their address were slow or in tiny chunks.',
    ['reason'],
  );
  const unavailable = counter('database_unavailable_total', 'Operations that found no database.');
  for (const reason of ['database', 'eventLoop', 'heap']) shed.inc({ reason }, 0);
  for (const reason of ['pipelining', 'slowBody']) closedConnections.inc({ reason }, 0);

  return {
    registry,
    onOperation: (operation, seconds) => operations.observe({ operation }, seconds),
    onUnavailable: () => unavailable.inc(),
    onShed: (reason) => shed.inc({ reason }),
    onConnectionClosed: (reason) => closedConnections.inc({ reason }),
  };
}

/** Measures each request: method, declared route and class of the status. To be called before routes are added. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response; shed requests are not among them.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const rateLimited = new Counter({
    name: 'http_requests_rate_limited_total',
    help: 'Requests answered 429.',
    registers,
  });
  const failed = new Counter({
    name: 'http_requests_failed_total',
    help: 'Requests answered 500: an error of ours, which no request of a stranger causes.',
    registers,
  });
  const inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests without a complete response.',
    registers,
  });

  app.addHook('onRequest', (request, reply, next) => {
    const startMs = performance.now();
    inProgress.inc();
    reply.raw.once('close', () => {
      inProgress.dec();
      if (request.isShed) return;
      const { method, routeOptions } = request;
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      const seconds = (performance.now() - startMs) / 1000;
      durations.observe({ method, route: routeOptions.url ?? 'other', status }, seconds);
      if (reply.statusCode === 429) rateLimited.inc();
      if (reply.statusCode === 500) failed.inc();
    });
    next();
  });
}
