import type {
  PictureTemplate,
  PictureText,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { pictureNames, placeholder } from '../../shared/channel/pictureNames.ts';
import { addressOf } from './styleSheets.ts';

/** The data of a flow that runs on the page. */
export type FlowContext = { flow: string; context: unknown };

/** The elements that a picture leaves out: it runs nothing, loads nothing but its images, and gets its styles when it is shown. */
const OMITTED = 'script, noscript, style, link, meta, base, title, template, source, iframe, object, embed';

/** Attributes in which a page repeats what was typed. */
const READABLE = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext', 'href'];

/** Fields that hold no text that somebody types. */
const UNTYPED = ['button', 'checkbox', 'color', 'hidden', 'image', 'radio', 'range', 'reset', 'submit'];

/** A dialog is opened above the page by script, which a picture has not. */
const MODAL =
  'position: fixed; inset: 0; margin: auto; z-index: 2147483647; box-shadow: 0 0 0 200vmax rgb(0 0 0 / 50%)';

/** Texts shorter than this are replaced where they are the whole text alone: they are parts of too many words. */
const SHORT = 3;

/** A context may hold a text of the site, such as a blog post: nobody types one as long as this. */
const LONG = 1_000;

/** The latest text of each field that somebody may have typed, by the name of the field: a page repeats it later. */
const typedTexts = new Map<string, string>();

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !UNTYPED.includes(element.type));

function noteTypedTexts(): void {
  for (const field of document.querySelectorAll('input, textarea')) {
    if (!isTextField(field)) continue;
    const text = field instanceof HTMLInputElement && field.files ? field.files[0]?.name : field.value;
    if (text?.trim()) typedTexts.set(field.id || field.name, text.trim());
  }
}

/** Returns the texts in a context with their places. */
function textsIn(flow: string, value: unknown, parent = ''): PictureText[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]) =>
    typeof part === 'string'
      ? [{ text: part.trim(), place: { flow, parent, field } }]
      : textsIn(flow, part, Array.isArray(value) ? parent : field),
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a function that replaces the texts by their placeholders. */
function createReplace(texts: readonly PictureText[]): (text: string) => string {
  const indexes = new Map(texts.map(({ text }, index) => [text, index]));
  const long = [...indexes.keys()].filter(({ length }) => length >= SHORT);
  if (indexes.size === 0) return (text) => text;
  const alternatives = long.sort((one, other) => other.length - one.length).map(escaped);
  const pattern =
    alternatives.length > 0
      ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
      : null;
  const replaced = (text: string) => {
    const index = indexes.get(text);
    return index === undefined ? text : placeholder(index);
  };
  return (text) => {
    const whole = text.trim();
    if (indexes.has(whole)) return text.replace(whole, () => replaced(whole));
    return pattern ? text.replace(pattern, replaced) : text;
  };
}

/** Puts the address of an image, as the browser has chosen it, in place of those among which it chooses. */
function copySource(live: Element, copy: Element): void {
  if (!(live instanceof HTMLImageElement)) return;
  for (const name of ['src', 'srcset', 'sizes', 'loading']) copy.removeAttribute(name);
  const source = live.currentSrc || live.src;
  if (source !== '') copy.setAttribute(pictureNames.source, addressOf(source));
}

/** Copies the state of a form's control, which is in no attribute. */
function copyValue(live: Element, copy: Element, replace: (text: string) => string): void {
  if (live instanceof HTMLTextAreaElement) copy.textContent = replace(live.value);
  else if (live instanceof HTMLOptionElement) copy.toggleAttribute('selected', live.selected);
  else if (live instanceof HTMLInputElement) {
    copy.toggleAttribute('checked', live.checked);
    if (isTextField(live) && live.type !== 'file') copy.setAttribute('value', replace(live.value));
  }
}

function copyAttributes(live: Element, copy: Element, replace: (text: string) => string): void {
  for (const { name } of [...copy.attributes])
    if (/^on|^autofocus$|^autoplay$/.test(name)) copy.removeAttribute(name);
  for (const name of READABLE) {
    const text = copy.getAttribute(name);
    if (text !== null) copy.setAttribute(name, replace(text));
  }
  const isModal = live instanceof HTMLDialogElement && live.matches(':modal');
  const style = [copy.getAttribute('style'), isModal && MODAL].filter(Boolean).join('; ');
  copy.removeAttribute('style');
  if (style !== '') copy.setAttribute(pictureNames.style, style);
}

/**
 * Returns a picture of the page as it is: its document with the values of its forms, each text that may be personal
 * replaced by a placeholder. Styles and scripts are left out.
 */
export function takePicture(contexts: readonly FlowContext[], styleSheets: number[]): PictureTemplate {
  noteTypedTexts();
  const typed = new Set(typedTexts.values());
  const contextTexts = contexts.flatMap(({ flow, context }) => textsIn(flow, context));
  const isCandidate = ({ text }: PictureText) => text !== '' && text.length < LONG && !typed.has(text);
  const texts: PictureText[] = [
    ...[...typed].map((text) => ({ text, place: null })),
    ...new Map(contextTexts.filter(isCandidate).map((found) => [found.text, found])).values(),
  ];
  const replace = createReplace(texts);
  // In a document of its own the copy loads no images.
  const root = document.implementation.createHTMLDocument().importNode(document.documentElement, true);
  const copies = [root, ...root.querySelectorAll('*')];
  for (const [index, live] of [
    document.documentElement,
    ...document.documentElement.querySelectorAll('*'),
  ].entries()) {
    const copy = copies[index];
    if (!copy) continue;
    for (const node of copy.childNodes)
      if (node.nodeType === Node.TEXT_NODE) node.nodeValue = replace(node.nodeValue ?? '');
    copyAttributes(live, copy, replace);
    copySource(live, copy);
    copyValue(live, copy, replace);
  }
  for (const omitted of root.querySelectorAll(OMITTED)) omitted.remove();
  const { innerWidth: width, innerHeight: height, scrollX: x, scrollY: y } = window;
  // In place of the head stands what `pictureNames.head` says.
  root.querySelector('head')?.replaceWith(root.ownerDocument.createElement('head'));
  return { html: root.outerHTML, texts, styleSheets, width, height, scroll: { x, y } };
}
