import { withoutInvisibleCharacters } from './email.ts';

/** A domain that `URL` would read as something else: a port, a path, an address in numbers. */
const NOT_A_HOST_NAME = /[^\p{L}\p{M}\p{N}.-]|(^|\.)\d+\.?$/u;

/**
 * Returns the form of an e-mail address by which people are told apart: composed (NFC), in small letters, without
 * invisible characters, its domain as DNS has it (punycode).
 */
export function canonicalEmail(text: string): string {
  const address = withoutInvisibleCharacters(text).normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const url = `http://${domain}`;
  return NOT_A_HOST_NAME.test(domain) || !URL.canParse(url)
    ? address
    : `${address.slice(0, at + 1)}${new URL(url).hostname}`;
}
