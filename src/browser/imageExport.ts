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

/** Fetches a file of the site and returns it as a data URL. */
export async function fetchAsDataUrl(url: string): Promise<string> {
  const response = await fetch(url);
  return readAsDataUrl(await response.blob());
}

/** Pixels of the longest side of a canvas that every browser can draw. */
const MAX_SIDE_PX = 8_192;

/**
 * Renders an SVG image as PNG, with `scale` pixels to its unit, or fewer where it would be too large.
 *
 * @throws Error where the browser cannot draw it.
 */
export async function svgToPng(
  svg: string,
  size: { width: number; height: number },
  scale: number,
): Promise<Blob> {
  const cappedScale = Math.min(scale, MAX_SIDE_PX / size.width, MAX_SIDE_PX / size.height);
  const image = new Image();
  image.src = await readAsDataUrl(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(size.width * cappedScale);
  canvas.height = Math.round(size.height * cappedScale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be drawn.'))));
  });
}
