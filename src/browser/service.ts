const API_HOST = import.meta.env.VITE_API_HOST ?? '';

/** A response of the hosted service. */
export type ServiceResponse = {
  /** Whether its status was a success. */
  ok: boolean;
  /** Whether its content type is JSON. */
  isJson: boolean;
  /** Reads the body; undefined where it is not JSON. */
  readJson: () => Promise<unknown>;
};

/** Whether the service has the origin of the site. Another origin may refuse headers that §7 does not name. */
const isSameOrigin = () => new URL(API_HOST, window.location.href).origin === window.location.origin;

/**
 * Posts JSON to the hosted service. Spec §7. `headers` are sent only where the service has the origin of the site.
 *
 * @throws The browser's own error where the service cannot be reached or the signal aborts.
 */
export async function post(
  path: string,
  payload: object,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServiceResponse> {
  const response = await fetch(`${API_HOST}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(isSameOrigin() && headers) },
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
