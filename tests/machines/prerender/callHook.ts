/** Calls a hook of a Vite plugin, be it a function or an object with a handler. Returns what it returns. */
export function callHook(hook: unknown, self: object, ...values: readonly unknown[]): unknown {
  const handler = typeof hook === 'object' && hook !== null && 'handler' in hook ? hook.handler : hook;
  if (typeof handler !== 'function') throw new Error('The plugin has no such hook.');
  return Reflect.apply(handler, self, values);
}
