import { pictureNames } from '../../shared/channel/pictureNames.ts';

/** Loads a resource of the site and returns it as a data URL; null where it is of another site, or cannot be loaded. */
type LoadResource = (address: string) => Promise<string | null>;

async function load(address: string): Promise<string | null> {
  const { origin, href } = new URL(address, window.location.origin);
  if (origin !== window.location.origin) return null;
  const response = await fetch(href);
  if (!response.ok) return null;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  let binary = '';
  for (const byte of new Uint8Array(await response.arrayBuffer())) binary += String.fromCharCode(byte);
  return `data:${type};base64,${btoa(binary)}`;
}

/** Returns a function that loads each resource of the site once. */
export function createLoad(): LoadResource {
  const loaded = new Map<string, Promise<string | null>>();
  return (address) => {
    const loading = loaded.get(address) ?? load(address).catch(() => null);
    loaded.set(address, loading);
    return loading;
  };
}

const IMAGE_ADDRESS = new RegExp(` ${pictureNames.source}="([^"]*)"`, 'g');
const STYLE_ADDRESS = /url\((["']?)([^"')]+)\1\)/g;

/** Returns a text in which each match has been replaced. */
async function replaceEach(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => Promise<string | null>,
): Promise<string> {
  const matches = [...text.matchAll(pattern)];
  const replaced = await Promise.all(matches.map(replacement));
  let index = 0;
  return text.replace(pattern, (whole) => replaced[index++] ?? whole);
}

/**
 * Returns the document of a picture that contains its images, and its fonts where they are wanted, as data: it looks the
 * same without the site. Only resources of the site are loaded.
 */
export async function inlineResources(
  html: string,
  hasFonts: boolean,
  loadResource: LoadResource,
): Promise<string> {
  const dataUrl = async (address: string) => {
    const isInlined = hasFonts || !/\.(?:woff2?|ttf|otf)\b/.test(address);
    return isInlined && !address.startsWith('data:') ? loadResource(address) : null;
  };
  const end = html.indexOf('</head>');
  const head = await replaceEach(html.slice(0, end), STYLE_ADDRESS, async ([, , address = '']) => {
    const data = await dataUrl(address);
    return data && `url("${data}")`;
  });
  const body = await replaceEach(html.slice(end), IMAGE_ADDRESS, async ([, address = '']) => {
    const data = await dataUrl(address.replaceAll('&amp;', '&'));
    return data && ` src="${data}"`;
  });
  return head + body;
}
