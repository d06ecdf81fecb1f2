import { parseChoice, runCommand } from '../commands/usageError.ts';
import { benchOneFlow, benchPaths } from './paths.ts';
import { benchScale } from './scale.ts';
import { benchLoad } from './server.ts';
import { benchSite } from './site.ts';

/**
 * `npm run bench` prints ratios: of plans to one path a transition, of calls under load to few, of
 * several processes to one, of pages to the same without scripts, and of one flow's tests to the types. `-- paths site`
 * prints some of them.
 */
const measurements: Readonly<Record<string, () => void | Promise<void>>> = {
  paths: benchPaths,
  flow: benchOneFlow,
  load: benchLoad,
  scale: benchScale,
  site: benchSite,
};

await runCommand(async () => {
  const names = Object.keys(measurements);
  const chosen = process.argv.slice(2).map((name) => parseChoice('measurement', name, names));
  for (const name of chosen.length > 0 ? chosen : names) await measurements[name]?.();
});
