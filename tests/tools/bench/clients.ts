import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { payAndRegisterAt } from '../../support/serverProcess.ts';

/** Connections that each send one call after the other, without a pause, each with a unique name. */
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

/** Visitors who register side by side at services, until the time is over or enough have registered. */
type Visits = { urls: readonly string[]; atATime: number; seconds: number; registrations: number };

/** The actions of the visitors of a number of services. */
export type VisitorReport = {
  /** The addresses whose registration was acknowledged. */
  registered: string[];
  /** Number of registrations that got another response. */
  refused: number;
  /** Times of the registrations from the order on, in milliseconds, in ascending order. */
  times: number[];
  seconds: number;
};

/** Does work in a separate process, so that it shares no thread with the measured program; returns its report. */
async function inOwnProcess<Report>(work: Load | Visits): Promise<Report> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] });
  const exited = once(child, 'exit');
  const reported: Promise<Report[]> = once(child, 'message');
  child.send(work);
  const [report] = await Promise.race([reported, exited.then(() => [])]);
  if (!report) throw new Error('The clients ended without a report.');
  child.disconnect();
  await exited;
  return report;
}

export const runLoad = (load: Load): Promise<LoadReport> => inOwnProcess(load);

/** Lets visitors register. */
export const runVisitors = (visits: Visits): Promise<VisitorReport> => inOwnProcess(visits);

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

/** One visitor in so many sends every call to two services at once. */
const TWICE = 10;

/**
 * Registers visitors side by side. Each sends the order to one service, and the payment and the registration to
 * the next.
 */
async function registerVisitors({ urls, atATime, seconds, registrations }: Visits): Promise<VisitorReport> {
  const report: VisitorReport = { registered: [], refused: 0, times: [], seconds: 0 };
  const startMs = performance.now();
  let next = 0;
  const urlAt = (turn: number) => urls[turn % urls.length] ?? '';
  const visit = async () => {
    while (next < registrations && performance.now() - startMs < seconds * 1000) {
      const visitor = next++;
      const email = `visitor${process.pid}.${visitor}@example.org`;
      const visitStart = performance.now();
      const [one, other] = [urlAt(visitor), urlAt(visitor + 1)];
      const isTwice = visitor % TWICE === 0;
      if (await payAndRegisterAt(isTwice ? [one, other] : [one], isTwice ? [other, one] : [other], email)) {
        report.registered.push(email);
        report.times.push(performance.now() - visitStart);
      } else report.refused += 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, visit));
  report.seconds = (performance.now() - startMs) / 1000;
  report.times.sort((a, b) => a - b);
  return report;
}

const report = (work: Load | Visits) => ('urls' in work ? registerVisitors(work) : sendCalls(work));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.on('message', (work: Load | Visits) => void report(work).then((result) => process.send?.(result)));
