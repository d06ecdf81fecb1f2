import type { FastifyInstance } from 'fastify';
import { checkWriting } from '../database/checkWriting.ts';
import type { Database } from '../database/database.types.ts';
import type { DatabaseLoad } from '../database/measuredDatabase.ts';
import { checkSchemaVersion } from '../database/migrate.ts';

/**
 * Adds `/healthz`, which responds while the process runs, and `/readyz`, which is 503 while its database is unavailable,
 * cannot be written or has another schema than this release works with. It tries to write once an operation has failed.
 */
export function healthRoutes(app: FastifyInstance, database: Database, load: DatabaseLoad): void {
  let checkedFailures = 0;
  let checking: Promise<void> | undefined;

  async function checkAfterFailures(): Promise<void> {
    const { failures } = load;
    if (failures === checkedFailures) return;
    await checkWriting(database);
    checkedFailures = failures;
  }

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await checkSchemaVersion(database);
    checking ??= checkAfterFailures().finally(() => {
      checking = undefined;
    });
    await checking;
    return { status: 'ok' };
  });
}
