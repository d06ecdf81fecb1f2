import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { StartError } from '../shared/errors.ts';

/** An address with the port that some proxies add to it in `X-Forwarded-For`. */
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/** The address alone of `192.0.2.1:5678` and `[2001:db8::1]:5678`. */
function withoutPort(address: string): string {
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** The network address by which requests are counted; for IPv6 the /64, which one customer has. */
export const networkAddressOf = ({ ip }: FastifyRequest): string => normalizeIP(withoutPort(ip));

/**
 * Parses trusted proxies into a check whether an address is one.
 *
 * @param proxies Addresses, ranges such as `10.0.0.0/8` and names of ranges, separated by commas.
 * @throws StartError with the value that is none of these. A range of all addresses is none: anybody could then say where
 *   a request comes from.
 */
export function trustedProxies(proxies: string): (address: string, hop: number) => boolean {
  const trusts = proxies.split(',').map((text) => trustedProxy(text.trim()));
  return (address, hop) => trusts.some((isTrusted) => isTrusted(withoutPort(address), hop));
}

function trustedProxy(range: string): ReturnType<typeof compile> {
  const [address = '', prefix = '1'] = range.split('/');
  // `compile` takes netmasks, leading zeros and short addresses too: 1 is 0.0.0.1, and not the number of proxies.
  const isPlain = (isIP(address) !== 0 || /^[a-z]+$/.test(address)) && /^[1-9]\d*$/.test(prefix);
  try {
    return compile(isPlain ? range : '');
  } catch (cause) {
    throw new StartError(
      `TRUST_PROXY must list addresses, ranges such as 10.0.0.0/8 (from /1 to /32, with IPv6 to /128), or loopback, linklocal, uniquelocal; not "${range}".`,
      { cause },
    );
  }
}
