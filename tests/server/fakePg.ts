import { EventEmitter } from 'node:events';

/** A PostgreSQL server in place of the package `pg`: `vi.mock('pg', () => import('./fakePg.ts'))`. */
export const server = {
  /** Returns the rows of a statement. */
  reply: (_text: string): unknown[] | Promise<unknown[]> => [],
  /** Throws where the server cannot be reached. */
  connect: async (): Promise<void> => {},
};

/** What was asked of the server, in order: the name of the connection, and the statement with its values. */
export const asked: unknown[][] = [];
export const clients: Client[] = [];
export const pools: Pool[] = [];

/** Makes a server that gives every lock and has no rows. */
export function resetServer(): void {
  asked.length = 0;
  clients.length = 0;
  pools.length = 0;
  server.reply = (text) => (/pg_(try_advisory_lock|advisory_unlock)/.test(text) ? [{ done: true }] : []);
  server.connect = async () => {};
}

class Client extends EventEmitter {
  readonly settings: unknown;
  readonly name: string;

  constructor(settings: unknown, name = `lock ${clients.length}`) {
    super();
    this.settings = settings;
    this.name = name;
    clients.push(this);
  }

  async connect() {
    await server.connect();
  }

  async query(text: string, values: unknown[] = []) {
    asked.push([this.name, text, ...values]);
    return { rows: await server.reply(text) };
  }

  async end() {
    asked.push([this.name, 'end']);
    this.emit('end');
  }

  release(isBroken: boolean) {
    asked.push([this.name, 'release', isBroken]);
  }
}

class Pool extends EventEmitter {
  readonly settings: unknown;

  constructor(settings: unknown) {
    super();
    this.settings = settings;
    pools.push(this);
  }

  async connect() {
    await server.connect();
    const client = new Client(this.settings, 'pooled');
    this.emit('connect', client);
    return client;
  }

  async query(text: string, values: unknown[] = []) {
    await server.connect();
    asked.push(['pool', text, ...values]);
    return { rows: await server.reply(text) };
  }

  async end() {
    asked.push(['pool', 'end']);
  }
}

export default { Client, Pool };
