import { closeOnSignal, printStartup, runProgram } from './commands/program.ts';
import { checkBuiltSite, checkPayments } from './commands/startChecks.ts';
import { readConfig } from './config.ts';
import { startService } from './service.ts';
import { openLog } from './shared/log.ts';

await runProgram(async () => {
  const config = readConfig();
  checkPayments(config);
  const { hasVisualiser, remarks } = await checkBuiltSite(config);
  const service = await startService({ ...config, log: openLog() });
  closeOnSignal(service.close);
  for (const remark of remarks) console.log(remark);
  await printStartup(
    service.url.replace(/127\.0\.0\.1|\[::1\]/, 'localhost'),
    { ...service, hasVisualiser },
    config,
    service.checkProvider(),
  );
});
