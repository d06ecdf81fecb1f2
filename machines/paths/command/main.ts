#!/usr/bin/env node
import 'tsx';
import { machinePaths } from './machinePaths.ts';
import { runCommand } from './usageError.ts';

await runCommand(() => machinePaths(process.argv.slice(2)));
// The file of a machine may run it for ever.
process.stdout.write('', () => process.exit());
