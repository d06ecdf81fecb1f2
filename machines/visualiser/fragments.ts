/** Data in the fragment of an address: compressed, without a character that an address does not take. */

/** The mark of compressed data. Links of older recordings have none: theirs are not compressed. */
const COMPRESSED = '1.';

type Transform = { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> };

async function transformed(bytes: Uint8Array<ArrayBuffer>, { readable, writable }: Transform) {
  const writer = writable.getWriter();
  const isWritten = writer.write(bytes).then(() => writer.close());
  const reader = readable.getReader();
  const result: number[] = [];
  const readAll = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const byte of part.value) result.push(byte);
  };
  await Promise.all([isWritten, readAll()]);
  return Uint8Array.from(result);
}

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
