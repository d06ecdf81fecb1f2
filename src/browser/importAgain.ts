/** The address in a browser's message about a module that it could not load; WebKit names none. */
const ADDRESS = /https?:\/\/[^\s#]+/;

/**
 * A function that imports a module and returns a part of it, and asks for the module again after a failure.
 * Browsers keep a failure under the address of the module as long as the document is open, so that each further
 * attempt has a fragment of its own.
 *
 * @throws TypeError where the module cannot be loaded.
 */
export function importAgain<Module, Part>(
  load: () => Promise<Module>,
  part: (module: Module) => Part,
): () => Promise<Part> {
  let address: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return part(
        await (address === undefined ? load() : import(/* @vite-ignore */ `${address}#${failures}`)),
      );
    } catch (error) {
      failures += 1;
      address ??= ADDRESS.exec(String(error))?.[0];
      throw error;
    }
  };
}
