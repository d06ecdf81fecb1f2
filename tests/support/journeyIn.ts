import type { Journey } from '../../machines/paths/index.ts';

/** Returns the journey that is printed at the end of a text, evaluated as source code. */
export async function journeyIn(text: string): Promise<Journey> {
  const source = text.match(/^\{\n {2}title: [\s\S]*?^\}/m)?.[0];
  if (source === undefined) throw new Error(`no journey is printed: ${text}`);
  const module = await import(`data:text/javascript,${encodeURIComponent(`export default ${source}`)}`);
  return module.default;
}
