import { createMask } from '../../../machines/paths/mask.ts';

/** Attributes that are code of the page, and never what somebody typed. */
const CODE = new Set([
  'class',
  'id',
  'for',
  'name',
  'type',
  'style',
  'src',
  'srcset',
  'd',
  'viewBox',
  'xmlns',
  'rel',
]);

/** Kinds of fields whose values are chosen or part of the page. */
const CHOSEN = new Set([
  'checkbox',
  'radio',
  'hidden',
  'submit',
  'button',
  'reset',
  'image',
  'color',
  'range',
]);

const isTypedInto = (element: Element): boolean =>
  element.localName === 'textarea' ||
  (element.localName === 'input' && !CHOSEN.has(element.getAttribute('type') ?? 'text'));

/**
 * Masks the picture of a page, an HTML document: `mask` is applied to its texts and attributes, and the values of fields
 * keep only their shape, also where no machine knows them.
 */
export function maskPicture(html: string, mask: (text: string) => string): string {
  const picture = new DOMParser().parseFromString(html, 'text/html');
  const shapes = createMask({ texts: [], choiceFields: [], fileExtensions: [] });
  const maskValue = (value: string) => {
    const masked = mask(value);
    return masked === value ? String(shapes({ value }).value) : masked;
  };
  for (const element of picture.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes])
      if (!CODE.has(name))
        element.setAttribute(name, name === 'value' && isTypedInto(element) ? maskValue(value) : mask(value));
    if (element.localName === 'style') continue;
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) {
        const text = node.textContent ?? '';
        node.textContent = isTypedInto(element) ? maskValue(text) : mask(text);
      }
  }
  return `<!doctype html>${picture.documentElement.outerHTML}`;
}
