import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** What a load client is to do: `connections` keep-alive connections that each send one call after the other. */
export type Load = {
  url: string;
  path: string;
  connections: number;
  seconds: number;
};

/** What became of the calls of a load client, times in milliseconds. */
export type LoadReport = {
  /** Calls by status; 0 counts those that a connection lost. */
  statuses: Record<string, number>;
  /** Times of the calls with status 200, in ascending order. */
  accepted: number[];
  /** Times of the calls with status 503, in ascending order. */
  shed: number[];
  /** Responses with status 503 and the header Retry-After. */
  withRetryAfter: number;
  /** The names in the calls with status 200. */
  names: string[];
};

/** Runs a load client in a process of its own, so that it does not share a thread with what it measures. */
export async function runLoad(load: Load): Promise<LoadReport> {
  const file = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}

async function sendCalls({ url, path, connections, seconds }: Load): Promise<LoadReport> {
  const report: LoadReport = { statuses: {}, accepted: [], shed: [], withRetryAfter: 0, names: [] };
  let end = 0;
  let sent = 0;
  const { hostname, port } = new URL(url);

  const sendUntilEnd = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let start = 0;
      let name = '';
      let received = '';
      const send = () => {
        if (performance.now() > end) return socket.destroy();
        name = `Student ${process.pid}.${++sent}`;
        const body = JSON.stringify({ name, phone: '9876543210' });
        start = performance.now();
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      };
      socket.on('data', (chunk: string) => {
        received += chunk;
        const head = received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (received.length < head + 4 + length) return;
        const status = received.slice(9, 12);
        report.statuses[status] = (report.statuses[status] ?? 0) + 1;
        const ms = performance.now() - start;
        if (status === '200') {
          report.accepted.push(ms);
          report.names.push(name);
        }
        if (status === '503') report.shed.push(ms);
        if (status === '503' && /retry-after: \d/i.test(received)) report.withRetryAfter += 1;
        received = '';
        send();
      });
      socket.on('error', () => {
        report.statuses[0] = (report.statuses[0] ?? 0) + 1;
      });
      socket.on('close', () => resolve());
      send();
    });
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay();
    await once(socket, 'connect');
    sockets.push(socket);
  }
  end = performance.now() + seconds * 1000;
  await Promise.all(sockets.map(sendUntilEnd));
  report.accepted.sort((one, other) => one - other);
  report.shed.sort((one, other) => one - other);
  return report;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await sendCalls(JSON.parse(process.argv[2] ?? ''))));
