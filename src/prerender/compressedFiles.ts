import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const TEXT_FILE = /\.(html|js|css|svg|xml|txt|webmanifest)$/;
/** Bytes; a smaller file fits in one packet as it is. */
const MIN_BYTES = 1_000;
/** Bytes; the best compression of a larger file takes seconds. Visitors load no file of that size. */
const MAX_BYTES_AT_BEST_QUALITY = 1_000_000;

/** Writes a Brotli and a gzip version of a file next to it, unless it is small or no text. */
export async function compressFile(path: string, content: Buffer): Promise<void> {
  if (!TEXT_FILE.test(path) || content.length < MIN_BYTES) return;
  const quality = content.length > MAX_BYTES_AT_BEST_QUALITY ? 5 : constants.BROTLI_MAX_QUALITY;
  await Promise.all([
    brotliAsync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then((data) =>
      writeFile(`${path}.br`, data),
    ),
    gzipAsync(content, { level: constants.Z_BEST_COMPRESSION }).then((data) => writeFile(`${path}.gz`, data)),
  ]);
}

/** Writes a Brotli and a gzip version of each text file of the build, for servers that send compressed files. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          await compressFile(join(dir, file.fileName), content);
        }),
      );
    },
  };
}
