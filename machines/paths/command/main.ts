#!/usr/bin/env node
import { machinePaths } from './machinePaths.ts';
import { runMachineCommand } from './usageError.ts';

await runMachineCommand(() => machinePaths(process.argv.slice(2)));
