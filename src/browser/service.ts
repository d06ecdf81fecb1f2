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

/**
 * Sends JSON to the hosted service. Spec §7.
 * Rejects with the browser's own error when the service cannot be reached or the call is aborted.
 */
export async function post(path: string, payload: object, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`${HOST}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
    signal,
  });
  const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
  return {
    ok: response.ok,
    isJson,
    read: async () => (isJson ? response.json().catch(() => undefined) : undefined),
  };
}
