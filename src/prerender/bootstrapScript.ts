import { build, type ResolvedConfig } from 'vite';

const ENTRY = 'src/bootstrap.ts';

/**
 * Builds src/bootstrap.ts as a script without imports, to be inlined in each document.
 *
 * @throws Error where the build has several files, or its code would end the script element.
 */
export async function buildBootstrapScript({
  root,
  mode,
  build: { target },
}: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    mode,
    logLevel: 'warn',
    build: { write: false, target, modulePreload: false, rolldownOptions: { input: ENTRY } },
  });
  const [chunk, ...others] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${ENTRY} is more than one file.`);
  const code = chunk.code.trim();
  if (/<\/script|<!--/i.test(code)) throw new Error(`${ENTRY} cannot be inlined in a document.`);
  return code;
}
