/** Data in the fragment of an address: compressed, without a character that an address does not take. */

/** The mark of compressed data. Links of older recordings have none: theirs are not compressed. */
const COMPRESSED = '1.';

const transformed = async (bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer());

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

async function toFragment(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  return `${COMPRESSED}${toBase64Url(await transformed(bytes, new CompressionStream('deflate-raw')))}`;
}

/** Reads the data from the text of a fragment; null where it contains none. */
export async function fromFragment(text: string): Promise<unknown> {
  try {
    const bytes = text.startsWith(COMPRESSED)
      ? await transformed(
          fromBase64Url(text.slice(COMPRESSED.length)),
          new DecompressionStream('deflate-raw'),
        )
      : fromBase64Url(text);
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Returns the path of a link to the view of a flow, with data in a fragment of a name. */
export const linkWithData = async (name: string, data: { flow: string }): Promise<string> =>
  `/visualiser/${data.flow}#${name}=${await toFragment(data)}`;
