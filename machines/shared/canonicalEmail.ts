import { withoutInvisibleCharacters } from './email.ts';

/** Matches a domain that `URL` would not read as a host name: one with a port or a path, or an IP address. */
const NOT_A_HOST_NAME = /[^\p{L}\p{M}\p{N}.-]|(^|\.)\d+\.?$/u;

/**
 * The form in which e-mail addresses are compared: composed (NFC), in lower case, without invisible characters,
 * its domain in punycode.
 */
export function canonicalEmail(text: string): string {
  const address = withoutInvisibleCharacters(text).normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at + 1)}${punycode(address.slice(at + 1))}`;
}

/** A domain in punycode, or unchanged if it is no host name. */
function punycode(domain: string): string {
  if (NOT_A_HOST_NAME.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
