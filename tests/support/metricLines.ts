import type { Registry } from 'prom-client';
import { nonEmpty } from './nonEmpty.ts';

/** Returns the lines about metrics whose lines begin with one of some texts. */
export async function metricLines(registry: Registry, ...beginnings: string[]): Promise<string[]> {
  const lines = nonEmpty((await registry.metrics()).split('\n'));
  return lines.filter((line) => {
    const text = line.replace(/^# (HELP|TYPE) /, '');
    return beginnings.some((beginning) => text.startsWith(beginning));
  });
}
