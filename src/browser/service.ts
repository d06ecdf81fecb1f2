const API_HOST = import.meta.env.VITE_API_HOST ?? '';

/** A response of the hosted service. */
export type ServiceResponse = {
  /** Whether its status was a success. */
  ok: boolean;
  /** Whether it says that its body is JSON. */
  isJson: boolean;
  /** Reads the body; undefined where it is no JSON. */
  readJson: () => Promise<unknown>;
};

/** Whether the service has the origin of the site. Another one may not let headers pass that §7 does not name. */
const isSameOrigin = () => new URL(API_HOST, window.location.href).origin === window.location.origin;

/**
 * Sends JSON to the hosted service. Spec §7. Headers of our own go along only where the service has our origin.
 * Rejects with the browser's own error when the service cannot be reached or the call is aborted.
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
