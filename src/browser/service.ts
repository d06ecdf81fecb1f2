/** A response of the hosted service. */
export type ServiceResponse = {
  /** Whether its status was a success. */
  ok: boolean;
  /** Whether its content type is JSON. */
  isJson: boolean;
  /** Reads the body; undefined where it is not JSON. */
  readJson: () => Promise<unknown>;
};

/**
 * Posts JSON to the hosted service. Spec §7. `headers` are sent only where the service has the origin of the site: another
 * one may refuse headers that §7 does not name.
 *
 * @throws The browser's own error where the service cannot be reached or the signal aborts.
 */
export async function post(
  path: string,
  payload: object,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServiceResponse> {
  const address = `${import.meta.env.VITE_API_HOST ?? ''}${path}`;
  const isSameOrigin = new URL(address, window.location.href).origin === window.location.origin;
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(isSameOrigin && headers) },
    body: JSON.stringify(payload),
    signal,
  });
  const isJson = /\bapplication\/json\b/i.test(response.headers.get('content-type') ?? '');
  return {
    ok: response.ok,
    isJson,
    readJson: async () => (isJson ? response.json().catch(() => undefined) : undefined),
  };
}
