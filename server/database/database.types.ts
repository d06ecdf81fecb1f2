/** Columns by name; `json` comes as a value, `timestamptz` as a Date, `integer` as a number. */
export type Row = Record<string, unknown>;

/** Where SQL can be run: the database itself or one transaction of it. */
export type Sql = {
  /** Runs one statement with `$1`, `$2`, ... and returns its rows. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
};

export type Database = Sql & {
  /** Runs `work` in one transaction, rolled back when it throws. Never wait for the network in it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while nobody else runs under the same key: with PostgreSQL in any process, with the embedded database in
   * this one. No transaction is open meanwhile, so that `work` may wait for the network. Not reentrant.
   *
   * @throws HttpError (503) when the lock is not to be had in time; `work` is then not run.
   */
  withLock<T>(key: string, work: () => Promise<T>): Promise<T>;
  /**
   * Removes the remains of deleted and changed rows in the files of tables, and with the embedded database in its
   * write-ahead log. The log of a PostgreSQL server is its operator's.
   */
  removeDeletedRows(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Directory of the embedded database; created when missing. */
  dataDir: string;
  /** PostgreSQL to use in its place. */
  databaseUrl?: string | undefined;
  /** Whether no other process, of whatever role, may have the database open. */
  isExclusive?: boolean;
  /** Whether the embedded database may be one that another process has started; else that process is in the way. */
  isShared?: boolean;
  /**
   * When an embedded database is created that is not there: `once` (unless given) refuses where one was created before,
   * `always` creates an empty one in its place.
   */
  create?: 'never' | 'once' | 'always';
};
