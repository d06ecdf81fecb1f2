/** Something that the person who starts the program has to put right; its message is the one sentence they read. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A call that fails for a reason its caller may read: an HTTP status and one sentence. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly statusCode: number;
  /** After how many seconds it is worth another try. */
  readonly retryAfter: number | undefined;
  /** The field of the form that it is about. */
  readonly field: string | undefined;

  constructor(
    statusCode: number,
    message: string,
    options?: ErrorOptions & { retryAfter?: number; field?: string },
  ) {
    super(message, options);
    this.statusCode = statusCode;
    this.retryAfter = options?.retryAfter;
    this.field = options?.field;
  }
}

/** The database is unavailable or cannot write at the moment; the cause says why. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The system's code of an error (`EADDRINUSE`, `23505`, ...), or undefined where it has none. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What to say when a server cannot listen; an error of another kind stays as it is. */
export function toListenError(error: unknown, host: string, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`);
    case 'EACCES':
      return new StartError(`Port ${port} may not be used. Set PORT to one above 1023.`);
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartError(`HOST is no address of this machine: ${host}.`);
    default:
      return error;
  }
}
