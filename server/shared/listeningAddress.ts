import type { AddressInfo, Server } from 'node:net';

export function listeningAddress(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}

/** Brackets IPv6 addresses. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
