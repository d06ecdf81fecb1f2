import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Counter, Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../server/errors.ts';
import { listeningAddress, urlHost } from '../../server/http/listeningAddress.ts';
import { serveMetrics } from '../../server/metricsServer.ts';

vi.mock('node:http', { spy: true });

async function startServer(host = '127.0.0.1') {
  const registry = new Registry();
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] });
  const server = await serveMetrics(registry, { port: 0, host });
  onTestFinished(() => server.close());
  return { registry, ...server };
}

async function answerTo(url: string, method = 'GET') {
  const response = await fetch(url, { method });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('metrics are served at one address, to who reads', async () => {
  const { registry, url } = await startServer();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/metrics$/);
  const type = registry.contentType;
  expect(await answerTo(url)).toEqual({ status: 200, type, text: await registry.metrics() });
  expect(await answerTo(url, 'HEAD')).toEqual({ status: 200, type, text: '' });
  const nothing = { status: 404, type: null, text: '' };
  expect(await answerTo(url, 'POST')).toEqual(nothing);
  expect(await answerTo(new URL('/', url).href)).toEqual(nothing);
  expect(await answerTo(`${url}/more`)).toEqual(nothing);
  expect(vi.mocked(createServer)).toHaveBeenLastCalledWith({ requestTimeout: 10_000 }, expect.any(Function));
});

test('an address that is taken is named with the reason', async () => {
  const port = Number(new URL((await startServer()).url).port);
  const taken = serveMetrics(new Registry(), { port, host: '127.0.0.1' });
  await expect(taken).rejects.toEqual(
    new StartError(
      `The metrics cannot be served on METRICS_HOST 127.0.0.1 and METRICS_PORT ${port} (EADDRINUSE). Set others, or none.`,
    ),
  );
  await expect(taken).rejects.toMatchObject({ cause: { code: 'EADDRINUSE' } });
});

test('a client that asks for nothing does not delay the end', async () => {
  const { url, close } = await startServer();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /metrics HTTP/1.1\r\n');
  await once(socket, 'connect');
  const kept = request(url, { headers: { connection: 'keep-alive' } }).end();
  await once(kept, 'response');
  const closed = once(socket, 'close');
  await close();
  await closed;
  await expect(fetch(url)).rejects.toThrow();
});

test('a host with colons is written in brackets', () => {
  expect(['::1', '127.0.0.1', 'localhost'].map(urlHost)).toEqual(['[::1]', '127.0.0.1', 'localhost']);
});

test('a server has a port where it listens on one', async () => {
  const server = createServer();
  expect(() => listeningAddress(server)).toThrow('The server listens on no port.');
  await once(server.listen(join(tmpdir(), `socket-${process.pid}-${performance.now()}`)), 'listening');
  expect(() => listeningAddress(server)).toThrow('The server listens on no port.');
  await new Promise((resolve) => server.close(resolve));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  expect(listeningAddress(server)).toMatchObject({ address: '127.0.0.1', port: expect.any(Number) });
  await new Promise((resolve) => server.close(resolve));
});
