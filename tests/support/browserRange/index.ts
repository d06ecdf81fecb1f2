import { extname } from 'node:path';
import type { Feature } from './compatData.ts';
import { fallbacks } from './fallbacks.ts';
import { featuresOfScript } from './scripts.ts';
import { featuresOfDocument, featuresOfStyles } from './styles.ts';

export { fallbacks };

const readers: Readonly<Record<string, (text: string) => Feature[]>> = {
  '.css': featuresOfStyles,
  '.html': featuresOfDocument,
  '.js': (code) => featuresOfScript(code),
  '.ts': (code) => featuresOfScript(code, 'ts'),
  '.tsx': (code) => featuresOfScript(code, 'tsx'),
};

/**
 * The features of a file, such as `api.URL.canParse_static: chrome < 120, safari < 17`, that browsers of the range
 * lack, each once.
 */
export function youngFeatures(file: string, text: string): Map<string, string> {
  const features = readers[extname(file)]?.(text) ?? [];
  return new Map(
    features
      .filter(({ missingIn }) => missingIn.length > 0)
      .map(({ id, missingIn }) => [id, `${id}: ${missingIn.join(', ')}`]),
  );
}

/** The features without a fallback that browsers of the range lack, each with its file. */
export const withoutFallback = (files: Iterable<readonly [file: string, text: string]>): string[] =>
  [...files].flatMap(([file, text]) =>
    [...youngFeatures(file, text)]
      .filter(([id]) => !Object.hasOwn(fallbacks, id))
      .map(([, sentence]) => `${file}: ${sentence}`),
  );
