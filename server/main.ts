import { readConfig } from './config.ts';
import { announce, closeOnSignal, run } from './run.ts';
import { startService } from './service.ts';

await run(async () => {
  const config = readConfig();
  const service = await startService({ ...config, log: process.stderr });
  closeOnSignal(service.close);
  announce(service.url.replace(/127\.0\.0\.1|\[::1\]/, 'localhost'), service, config);
});
