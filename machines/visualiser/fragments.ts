import * as v from 'valibot';

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

async function fromFragment(text: string): Promise<unknown> {
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

/** Reads data of a shape from the fragment of an address, under its name; null where it contains none. */
export async function dataInFragment<Data>(
  name: string,
  schema: v.GenericSchema<unknown, Data>,
  hash: string,
): Promise<Data | null> {
  const prefix = `#${name}=`;
  if (!hash.startsWith(prefix)) return null;
  const read = v.safeParse(schema, await fromFragment(hash.slice(prefix.length)));
  return read.success ? read.output : null;
}

/** The path of a link to the view of a flow, with data in a named fragment, which browsers send to no server. */
export const linkWithData = async <Data extends { flow: string }>(
  name: string,
  data: Data,
): Promise<string> => `/visualiser/${data.flow}#${name}=${await toFragment(data)}`;
