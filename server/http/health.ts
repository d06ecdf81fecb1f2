import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { checkSchemaVersion } from '../database/migrate.ts';

/**
 * Adds `/healthz`, which responds while the process runs, and `/readyz`, which is 503 while its database is unavailable or
 * has another schema than this release works with.
 */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await checkSchemaVersion(database);
    return { status: 'ok' };
  });
}
