import { readConfig } from './config.ts';
import { openLog } from './log.ts';
import { closeOnSignal, printStartup, runProgram } from './program.ts';
import { startService } from './service.ts';

await runProgram(async () => {
  const config = readConfig();
  const service = await startService({ ...config, log: openLog() });
  closeOnSignal(service.close);
  printStartup(service.url.replace(/127\.0\.0\.1|\[::1\]/, 'localhost'), service, config);
});
