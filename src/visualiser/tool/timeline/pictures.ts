import { createMask } from '../../../../machines/visualiser/mask.ts';
import type {
  LinkContext,
  PictureStyleSheet,
  PictureText,
  StoredPicture,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { PLACEHOLDERS, pictureNames } from '../../shared/channel/pictureNames.ts';
import { displayedValues } from '../displayedValues.ts';
import { flowWithId } from '../flowModels.ts';
import type { Picture } from './types.ts';

const maskTyped = createMask({ texts: [], choiceFields: [], fileExtensions: [] });

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => HTML[character] ?? character);

/** Returns the first text in plain data. */
const firstText = (data: unknown): string | null => {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null) return null;
  return firstText(Object.values(data)[0]);
};

/** Returns a text of a picture for display. What was typed is masked, and in a context what the log masks there. */
function displayedText({ text, place }: PictureText, isMasked: boolean): string {
  if (!isMasked) return text;
  if (place === null) return firstText(maskTyped({ text })) ?? text;
  const flow = flowWithId(place.flow);
  const inContext = { [place.field]: text };
  const data = place.parent === '' ? inContext : { [place.parent]: inContext };
  return firstText(flow ? displayedValues(flow, data, true) : maskTyped(data)) ?? text;
}

/** Returns the text of a style sheet with its addresses as they are outside of it. */
function withOuterAddresses({ address, text }: PictureStyleSheet): string {
  if (address === null) return text;
  const base = new URL(address, window.location.origin);
  return text.replace(/url\((["']?)(?!data:)([^"')]+)\1\)/g, (_, _quote, inner) => {
    const { origin, pathname, search, hash, href } = new URL(inner, base);
    return `url("${origin === window.location.origin ? pathname + search + hash : href}")`;
  });
}

const withMedia = ({ media, text }: PictureStyleSheet) =>
  media === '' ? text : `@media ${media} {\n${text}\n}`;

/** A style sheet inside the document. */
const styleElement = (sheet: PictureStyleSheet) =>
  `<style>${withMedia({ ...sheet, text: withOuterAddresses(sheet) }).replaceAll('</', '<\\/')}</style>`;

function documentOf(
  { html, texts }: StoredPicture,
  isMasked: boolean,
  styles: readonly string[],
  styleAttribute: string,
): string {
  const head = `<head><meta charset="utf-8">${styles.join('')}</head>`;
  const document = html
    .replace(pictureNames.head, () => head)
    .replaceAll(` ${pictureNames.style}=`, ` ${styleAttribute}=`)
    .replace(PLACEHOLDERS, (_, index) => {
      const text = texts[Number(index)];
      return text ? escapeHtml(displayedText(text, isMasked)) : '';
    });
  return `<!DOCTYPE html>${document}`;
}

const styleSheetsOf = (
  { page, styleSheets: ids }: StoredPicture,
  { styleSheets }: Pick<LinkContext, 'styleSheets'>,
) => ids.flatMap((id) => styleSheets[page]?.find((sheet) => sheet.id === id) ?? []);

/** Returns a picture that contains its styles. Its images get their addresses when they are loaded for it. */
export const completePicture = (
  stored: StoredPicture,
  context: Pick<LinkContext, 'styleSheets'>,
  isMasked: boolean,
): Picture => {
  const { width, height, scroll } = stored;
  const styles = styleSheetsOf(stored, context).map(styleElement);
  return { html: documentOf(stored, isMasked, styles, 'style'), width, height, scroll };
};

/** The documents that were framed, masked or not: a frame is rendered again with every event of the page. */
const framed = { masked: new WeakMap<StoredPicture, string>(), shown: new WeakMap<StoredPicture, string>() };

/**
 * Returns the document of a picture for a frame of the visualiser, whose policy allows no styles in the document:
 * `showPicture` applies them.
 */
export function framedPicture(stored: StoredPicture, isMasked: boolean): string {
  const known = framed[isMasked ? 'masked' : 'shown'];
  const document =
    known.get(stored) ??
    documentOf(stored, isMasked, [], pictureNames.style).replaceAll(` ${pictureNames.source}=`, ' src=');
  known.set(stored, document);
  return document;
}

/** Applies the styles of a picture in a frame, and scrolls it to where the page was. */
export function showPicture(
  { contentDocument }: HTMLIFrameElement,
  stored: StoredPicture,
  context: Pick<LinkContext, 'styleSheets'>,
): void {
  const view = contentDocument?.defaultView;
  if (!contentDocument || !view) return;
  contentDocument.adoptedStyleSheets = styleSheetsOf(stored, context).map((sheet) => {
    const adopted = new view.CSSStyleSheet({ baseURL: sheet.address ?? '/' });
    adopted.replaceSync(withMedia(sheet));
    return adopted;
  });
  for (const element of contentDocument.querySelectorAll<HTMLElement>(`[${pictureNames.style}]`))
    element.style.cssText = element.getAttribute(pictureNames.style) ?? '';
  view.scrollTo({ left: stored.scroll.x, top: stored.scroll.y, behavior: 'instant' });
}
