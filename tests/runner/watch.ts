import type { ImportGraph } from './imports.ts';
import type { CliOptions } from './tests.ts';

export async function watch(
  _graph: ImportGraph,
  _flows: readonly string[],
  _options: CliOptions,
): Promise<void> {}
