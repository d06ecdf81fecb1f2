import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Connections that each send one call after the other, without a pause, each with a name that no other call has. */
type Load = { url: string; connections: number; seconds: number };

/** The results of the calls, times in milliseconds. */
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
  acknowledged: string[];
};

/** Sends the calls of a load from a process of its own, so that it shares no thread with what it measures. */
export async function runLoad(load: Load): Promise<LoadReport> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] });
  const exited = once(child, 'exit');
  const reported: Promise<LoadReport[]> = once(child, 'message');
  child.send(load);
  const [report] = await Promise.race([reported, exited.then(() => [])]);
  if (!report) throw new Error('The client of the load ended.');
  child.disconnect();
  await exited;
  return report;
}

/** Number of the last call. */
let lastCall = 0;

async function sendCalls({ url, connections, seconds }: Load): Promise<LoadReport> {
  const report: LoadReport = {
    accepted: [],
    shed: [],
    withRetryAfter: 0,
    lost: 0,
    acknowledged: [],
  };
  const { hostname, port, host } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay();
    await once(socket, 'connect');
    sockets.push(socket);
  }

  /** Returns the text of a request. */
  function requestOf(name: string): string {
    const body = JSON.stringify({ name, phone: '9876543210' });
    const head = `POST /api/inquiry HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`;
    return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  }

  const endMs = performance.now() + seconds * 1000;
  const sendUntilEnd = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let startMs = 0;
      let name = '';
      let received = '';
      const send = () => {
        if (performance.now() > endMs) return resolve();
        lastCall += 1;
        name = `Student ${process.pid}.${lastCall}`;
        startMs = performance.now();
        socket.write(requestOf(name));
      };
      const record = () => {
        const ms = performance.now() - startMs;
        if (received.startsWith('HTTP/1.1 200')) {
          report.accepted.push(ms);
          report.acknowledged.push(name);
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
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  for (const times of [report.accepted, report.shed]) times.sort((one, other) => one - other);
  return report;
}

function isComplete(response: string): boolean {
  const headLength = response.indexOf('\r\n\r\n') + 4;
  const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(response)?.[1] ?? 0);
  return headLength > 3 && response.length >= headLength + bodyLength;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.on('message', (load: Load) => void sendCalls(load).then((report) => process.send?.(report)));
