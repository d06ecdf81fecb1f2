import type { AddressInfo, Server } from 'node:net';

/** Returns the address on which a server listens. */
export function listeningAddress(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}

/** Returns a host as it is written in a URL. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
