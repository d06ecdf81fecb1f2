import { build, type ResolvedConfig } from 'vite';

/**
 * Builds a module as a script without imports, to be inlined in each document.
 *
 * @throws Error where the build has several files, or its code would end the script or begin a comment of HTML.
 */
export async function buildInlineScript(
  { root, mode, build: { target } }: ResolvedConfig,
  entry: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    mode,
    logLevel: 'warn',
    define: { ...define },
    build: { write: false, target, rolldownOptions: { input: entry } },
  });
  const [chunk, ...others] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} is more than one file.`);
  if (/<\/script|<!--/i.test(chunk.code)) throw new Error(`${entry} cannot be inlined in a document.`);
  return chunk.code;
}
