import { benchChart } from './chart.ts';
import { benchDurability } from './durability.ts';
import { benchHijacks } from './hijacks.ts';
import { benchLoad } from './load.ts';
import { benchLoop } from './loop.ts';
import { benchMail } from './mail.ts';
import { benchPaths } from './paths.ts';
import { benchRules } from './rules.ts';
import { benchServer } from './server.ts';
import { benchSite } from './site.ts';
import { benchTests } from './tests.ts';
import { benchVisualiser } from './visualiser.ts';
import { benchWalks } from './walks.ts';

/** Prints every figure that the documents mention, measured in one run. */
benchPaths();
benchWalks();
await benchChart();
await benchVisualiser();
await benchServer();
await benchDurability();
await benchLoad();
await benchMail();
await benchHijacks();
await benchRules();
benchTests('Databases and disks that fail', '--project=server', 'tests/server/faults.test.ts');
benchTests('Interaction to next paint', '--project=bench');
await benchSite();
await benchLoop();
