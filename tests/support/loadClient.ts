import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Connections that each send one call after the other, without a pause. */
export type Load = {
  url: string;
  path: string;
  connections: number;
  seconds: number;
};

/** What became of the calls, times in milliseconds. */
export type LoadReport = {
  /** Times of the calls with status 200, in ascending order. */
  accepted: number[];
  /** Times of the calls with status 503, in ascending order. */
  shed: number[];
  /** Number of responses with status 503 and `Retry-After`. */
  withRetryAfter: number;
  /** Number of calls with another status or no response. */
  lost: number;
  /** The names in the calls with status 200. */
  names: string[];
};

/** Sends the calls of a load from a process of its own, so that it shares no thread with what it measures. */
export async function runLoad(load: Load): Promise<LoadReport> {
  const file = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}

async function sendCalls({ url, path, connections, seconds }: Load): Promise<LoadReport> {
  const report: LoadReport = { accepted: [], shed: [], withRetryAfter: 0, lost: 0, names: [] };
  const { hostname, port, host } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay();
    await once(socket, 'connect');
    sockets.push(socket);
  }

  let count = 0;
  const endMs = performance.now() + seconds * 1000;
  const sendUntilEnd = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let startMs = 0;
      let name = '';
      let received = '';
      const send = () => {
        if (performance.now() > endMs) return resolve();
        name = `Student ${process.pid}.${++count}`;
        const body = JSON.stringify({ name, phone: '9876543210' });
        const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`;
        startMs = performance.now();
        socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      };
      const record = () => {
        const ms = performance.now() - startMs;
        if (received.startsWith('HTTP/1.1 200')) {
          report.accepted.push(ms);
          report.names.push(name);
        } else if (received.startsWith('HTTP/1.1 503')) {
          report.shed.push(ms);
          if (/\r\nretry-after: \d+\r\n/i.test(received)) report.withRetryAfter += 1;
        } else report.lost += 1;
      };
      socket.on('data', (chunk: string) => {
        received += chunk;
        if (!isComplete(received)) return;
        record();
        received = '';
        send();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        report.lost += 1;
        resolve();
      });
      send();
    });
  await Promise.all(sockets.map(sendUntilEnd));
  for (const times of [report.accepted, report.shed]) times.sort((one, other) => one - other);
  return report;
}

function isComplete(response: string): boolean {
  const headLength = response.indexOf('\r\n\r\n') + 4;
  const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(response)?.[1] ?? 0);
  return headLength > 3 && response.length >= headLength + bodyLength;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(JSON.stringify(await sendCalls(JSON.parse(process.argv[2] ?? ''))), () =>
    process.exit(0),
  );
}
