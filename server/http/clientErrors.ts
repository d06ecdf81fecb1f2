import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { noRequirements, securityHeaders } from '../../machines/shared/securityHeaders.ts';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { errorCode } from '../shared/errors.ts';
import { errorBody } from './responseBodies.ts';

const statusOfCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** How long a client has to read an error before its connection is destroyed, in milliseconds. */
const LINGER_MS = 2_000;

/** Responds to a request that is not valid HTTP or does not arrive in time, and ends the connection. */
export function handleClientError(error: Error, socket: Socket): void {
  if (errorCode(error) === 'ECONNRESET' || socket.destroyed) return;
  endWithError(socket, statusOfCode[errorCode(error) ?? ''] ?? 400);
}

/** Responds with a status, and destroys the connection two seconds later: a client that reads nothing never ends it. */
export function endWithError(socket: Socket, status: number): void {
  if (!socket.writable) return;
  const body = JSON.stringify(errorBody(serviceMessages.notUnderstood));
  const headers = {
    ...securityHeaders('/', noRequirements),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
