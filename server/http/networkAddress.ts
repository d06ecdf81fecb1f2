import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** An address with the port that some proxies add to it in `X-Forwarded-For`. */
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/** Returns an address without a port: `192.0.2.1:5678` and `[2001:db8::1]:5678` are those of one client at any port. */
export function withoutPort(address: string): string {
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** Returns the network address that a request is counted by; of IPv6 the /64, which one customer has. */
export const networkAddressOf = ({ ip }: FastifyRequest): string => normalizeIP(withoutPort(ip));
