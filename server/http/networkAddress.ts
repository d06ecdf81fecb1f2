import { BlockList, isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { StartError } from '../shared/errors.ts';

/** An address with the port that some proxies add to it in `X-Forwarded-For`. */
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/** Returns an address without a port: of `192.0.2.1:5678` and `[2001:db8::1]:5678` the address alone. */
function withoutPort(address: string): string {
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** Returns the network address that a request is counted by; of IPv6 the /64, which one customer has. */
export const networkAddressOf = ({ ip }: FastifyRequest): string => normalizeIP(withoutPort(ip));

/** Ranges of addresses by their names. */
const namedRanges = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/**
 * Returns whether an address is that of a trusted proxy.
 *
 * @param proxies Addresses, ranges such as `10.0.0.0/8` and names of ranges, separated by commas.
 * @throws StartError with the value that is none of these. A range of all addresses is none: anybody could then say where
 *   a request comes from.
 */
export function trustedProxies(proxies: string): (address: string) => boolean {
  const trusted = new BlockList();
  for (const each of proxies.split(',').map((text) => text.trim()))
    for (const range of namedRanges.get(each) ?? [each])
      if (!addRange(trusted, range))
        throw new StartError(
          `TRUST_PROXY must list addresses, ranges such as 10.0.0.0/8 (from /1 to /32, with IPv6 to /128), or ${[...namedRanges.keys()].join(', ')}; not "${each}".`,
        );
  return (address) => {
    const plain = withoutPort(address);
    return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain));
  };
}

/** Adds an address or a range to a list; returns whether it is one. */
function addRange(list: BlockList, range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (bits === undefined) {
    list.addAddress(address, familyOf(address));
    return true;
  }
  const isPrefix = /^[1-9]\d*$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
  if (isPrefix) list.addSubnet(address, Number(bits), familyOf(address));
  return isPrefix;
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
