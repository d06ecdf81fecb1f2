import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A call of the service: what is sent, and what is read of a response. */

const [signal, fetching] = [new AbortController().signal, vi.fn<typeof fetch>()];

/** Returns the module as a build with this address of the service has it. */
async function postTo(host: string | undefined) {
  vi.resetModules();
  vi.stubEnv('VITE_API_HOST', host);
  const { post } = await import('../../src/browser/service.ts');
  return post;
}

beforeEach(() => vi.stubGlobal('fetch', fetching));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  fetching.mockReset();
});

const other = 'https://service.test';

test.each([
  ['of the site itself', undefined, '/api/contact', { 'x-proof': 'signed' }],
  [
    'that names the site',
    window.location.origin,
    `${window.location.origin}/api/contact`,
    { 'x-proof': 'signed' },
  ],
  ['elsewhere', other, `${other}/api/contact`, {}],
])('a service %s is called at its address', async (_, host, address, headers) => {
  fetching.mockImplementation(async () => Response.json({}));
  const post = await postTo(host);
  await post('/api/contact', { name: 'Asha' }, signal, { 'x-proof': 'signed' });
  await post('/api/contact', {}, signal);
  const content = { 'Content-Type': 'application/json' };
  expect(fetching.mock.calls).toEqual([
    [address, { method: 'POST', headers: { ...content, ...headers }, body: '{"name":"Asha"}', signal }],
    [address, { method: 'POST', headers: content, body: '{}', signal }],
  ]);
});

test.each([
  ['application/json; charset=utf-8', 200, '{"a":1}', { ok: true, isJson: true, body: { a: 1 } }],
  ['Application/JSON', 400, '{"a":1}', { ok: false, isJson: true, body: { a: 1 } }],
  ['application/json', 200, '{', { ok: true, isJson: true, body: undefined }],
  ['text/html', 200, '{"a":1}', { ok: true, isJson: false, body: undefined }],
  ['application/jsonl', 200, '{"a":1}', { ok: true, isJson: false, body: undefined }],
  ['xapplication/json', 200, '{"a":1}', { ok: true, isJson: false, body: undefined }],
  [null, 200, '{"a":1}', { ok: true, isJson: false, body: undefined }],
])('a response of type %s with status %i', async (type, status, text, expected) => {
  const response = new Response(text, { status });
  response.headers.delete('content-type');
  if (type !== null) response.headers.set('content-type', type);
  fetching.mockResolvedValue(response);
  const post = await postTo(undefined);
  const { ok, isJson, readJson } = await post('/api/contact', {}, signal);
  expect({ ok, isJson, body: await readJson() }).toEqual(expected);
});

test('a service that cannot be reached is an error of the browser', async () => {
  fetching.mockRejectedValue(new TypeError('Failed to fetch'));
  const post = await postTo(undefined);
  await expect(post('/api/contact', {}, signal)).rejects.toThrow('Failed to fetch');
});
