import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../errors.ts';
import { failure } from './answers.ts';
import { needsNothing, securityHeaders } from './policy.ts';

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what is no HTTP, or does not arrive in time, and ends the connection. */
export function answerClientError(error: Error, socket: Socket): void {
  if (codeOf(error) === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[codeOf(error) ?? ''] ?? 400;
  const body = JSON.stringify(failure('The request could not be understood.'));
  const headers = {
    ...securityHeaders('/', needsNothing),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
