/** The mark of a compressed text. Older links have none: theirs is not compressed. */
const COMPRESSED = '1.';

type Transform = { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> };

/** Returns the bytes that a stream makes of others. */
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

/** Returns a text compressed and in the characters of a fragment. */
export async function compressed(text: string): Promise<string> {
  const bytes = await transformed(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return `${COMPRESSED}${toBase64Url(bytes)}`;
}

/** Returns the text in a fragment; null where there is none. */
export async function decompressed(fragment: string): Promise<string | null> {
  try {
    const bytes = fragment.startsWith(COMPRESSED)
      ? await transformed(
          fromBase64Url(fragment.slice(COMPRESSED.length)),
          new DecompressionStream('deflate-raw'),
        )
      : fromBase64Url(fragment);
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}
