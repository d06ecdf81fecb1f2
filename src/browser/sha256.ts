/** The SHA-256 of a text's UTF-8 bytes, in hex; undefined on an address without TLS, where a browser has none. */
export async function sha256(text: string): Promise<string | undefined> {
  if (!window.isSecureContext) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
