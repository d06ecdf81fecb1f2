import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { errorCode, StartError } from '../shared/errors.ts';
import { listeningAddress, urlHost } from '../shared/listeningAddress.ts';

export type MetricsAddress = {
  /** 0 takes any free port. */
  port: number;
  host: string;
};

export type MetricsServer = {
  url: string;
  close(): Promise<void>;
};

/**
 * Serves metrics in the format of Prometheus on an address of their own, at `/metrics` and nowhere else.
 *
 * @throws StartError when the address cannot be used.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: MetricsAddress,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000 }, ({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new StartError(
      `The metrics cannot be served on METRICS_HOST ${host} and METRICS_PORT ${port} (${errorCode(error)}). Set others, or none.`,
      { cause: error },
    );
  }
  return {
    url: `http://${urlHost(host)}:${listeningAddress(server).port}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
