const HOST = import.meta.env.VITE_API_HOST ?? '';

/** What the hosted service answered. */
export type Answer = {
  /** Whether its status was a success. */
  ok: boolean;
  /** Whether it says that its body is JSON. */
  isJson: boolean;
  /** Reads the body; undefined where it is no JSON. */
  read: () => Promise<unknown>;
};

/** Whether the service has the origin of the site. Another one may not let headers pass that §7 does not name. */
const isOwn = () => new URL(HOST, window.location.href).origin === window.location.origin;

/**
 * Sends JSON to the hosted service. Spec §7. Headers of our own go along only where the service has our origin.
 * Rejects with the browser's own error when the service cannot be reached or the call is aborted.
 */
export async function post(
  path: string,
  payload: object,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${HOST}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(isOwn() && headers) },
    body: JSON.stringify(payload),
    signal,
  });
  const isJson = /\bapplication\/json\b/i.test(response.headers.get('content-type') ?? '');
  return {
    ok: response.ok,
    isJson,
    read: async () => (isJson ? response.json().catch(() => undefined) : undefined),
  };
}
