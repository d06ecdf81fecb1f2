import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates a copy of a site whose pages neither contain nor preload scripts. */
export async function withoutScripts(directory: string, copy: string): Promise<void> {
  await cp(directory, copy, { recursive: true });
  const entries = await readdir(copy, { recursive: true });
  await Promise.all(
    entries.filter((name) => /\.html\.(br|gz)$/.test(name)).map((name) => rm(join(copy, name))),
  );
  for (const name of entries.filter((each) => each.endsWith('.html'))) {
    const html = await readFile(join(copy, name), 'utf8');
    const without = html.replace(
      /<script type="module"[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g,
      '',
    );
    await writeFile(join(copy, name), without);
  }
}
