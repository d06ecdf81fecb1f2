/** Returns the values of custom properties in a colour scheme, as colours that are valid outside the page. */
export function resolveColours(names: readonly string[], scheme: 'light' | 'dark'): Record<string, string> {
  const probe = document.createElement('div');
  probe.style.colorScheme = scheme;
  document.body.append(probe);
  const colours = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours);
}

const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/**
 * Fetches a file of the site and returns it as a data URL.
 *
 * @throws Error if it cannot be loaded
 */
export async function fetchAsDataUrl(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was not loaded.`);
  return readAsDataUrl(await response.blob());
}
