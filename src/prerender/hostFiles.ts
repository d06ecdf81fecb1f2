import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import {
  type BuiltRequirements,
  CROSS_ORIGIN_FILES,
  inlineScriptsIn,
  REQUIREMENTS_FILE,
  type SiteRequirements,
  scriptSource,
  securityHeaders,
  widestSecurityHeaders,
} from '../../machines/shared/securityHeaders.ts';

type HeaderRule = {
  path: string;
  headers: Readonly<Record<string, string>>;
};

/**
 * Writes the security headers into a built site in the formats that static hosts read: `_headers` (Netlify, Cloudflare
 * Pages and others) and `vercel.json`. To be called when all its pages are written.
 */
export async function writeHostFiles(directory: string, requirements: SiteRequirements): Promise<void> {
  const rules = headerRules(await htmlPathsIn(directory), requirements);
  await writeFile(join(directory, '_headers'), netlifyHeaders(rules));
  await writeFile(join(directory, 'vercel.json'), vercelConfig(rules));
}

/** The hashes of the inline scripts of a built site, as sources of a policy. */
async function inlineScriptHashes(directory: string): Promise<string[]> {
  const document = await readFile(join(directory, 'index.html'), 'utf8');
  return inlineScriptsIn(document).map((code) =>
    scriptSource(createHash('sha256').update(code).digest('base64')),
  );
}

/** A rule for all paths, then one for each page with the headers that differ. */
function headerRules(pages: readonly string[], requirements: SiteRequirements): HeaderRule[] {
  const headersOfAll = widestSecurityHeaders(requirements);
  const pageRules = [...pages, ...CROSS_ORIGIN_FILES].map((path) => ({
    path,
    headers: Object.fromEntries(
      Object.entries(securityHeaders(path, requirements)).filter(
        ([name, value]) => headersOfAll[name] !== value,
      ),
    ),
  }));
  return [
    { path: '/*', headers: headersOfAll },
    { path: '/assets/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
    ...pageRules.filter(({ headers }) => Object.keys(headers).length > 0),
  ];
}

function netlifyHeaders(rules: readonly HeaderRule[]): string {
  const blocks = rules.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
    return [path, ...lines].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

function vercelConfig(rules: readonly HeaderRule[]): string {
  const headers = rules.map(({ path, headers }) => ({
    source: path.replace('*', '(.*)'),
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  }));
  return `${JSON.stringify({ headers }, null, 2)}\n`;
}

/** The paths of the pages of a site, with and without the slash that some hosts add at the end. */
async function htmlPathsIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .flatMap((file) => {
      const path = `/${file}`.replace(/(\/index)?\.html$/, '');
      return path === '' ? ['/'] : [path, `${path}/`];
    })
    .sort();
}

/**
 * Vite plugin that writes the header files into a site for static hosts, and the requirements file into one that this
 * server serves.
 *
 * @param kind Whether the build is for static hosts or for our server.
 */
export function securityFilesPlugin(
  kind: 'static' | 'served',
  requirements: Omit<BuiltRequirements, 'visualiser'>,
): Plugin {
  let written: { directory: string | undefined; visualiser: boolean } | undefined;
  return {
    name: 'security-files',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }, bundle) {
      written = { directory: dir, visualiser: 'visualiser/index.html' in bundle };
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!written?.directory) return;
        const { directory, visualiser } = written;
        const siteRequirements = { ...requirements, visualiser };
        if (kind === 'static')
          await writeHostFiles(directory, {
            ...siteRequirements,
            scriptHashes: await inlineScriptHashes(directory),
          });
        else await writeFile(join(directory, REQUIREMENTS_FILE), JSON.stringify(siteRequirements));
      },
    },
  };
}
