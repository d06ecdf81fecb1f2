/** An error that the person who starts the program has to fix; its message is the one sentence that is printed. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** An error with an HTTP status and one sentence for the caller. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly statusCode: number;
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;
  /** The field of the form that the error is about. */
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

/**
 * The database is unavailable, damaged, or cannot write at the moment. The message is a sentence for the operator with the
 * reason, and contains nothing of a visitor.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The code of an error (`EADDRINUSE`, `23505`, ...); undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Converts the failure to listen on an address to a StartError; other errors are returned unchanged. */
export function toListenError(error: unknown, host: string, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`);
    case 'EACCES':
      return new StartError(`Port ${port} may not be used. Set PORT to one above 1023.`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'EAFNOSUPPORT':
    case 'EADDRNOTAVAIL':
      return new StartError(`HOST is no address of this machine: ${host}.`);
    default:
      return error;
  }
}
