import type { Mask } from '../../../../machines/visualiser/mask.ts';
import { memoize } from '../../../../machines/visualiser/memoize.ts';
import type {
  LinkContext,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { fetchAsDataUrl } from '../../../browser/fetchAsDataUrl.ts';
import { recordedPageAt, replay } from '../connection/replay.ts';
import type { Picture } from './types.ts';

/** The elements that a picture leaves out: it runs nothing and loads nothing. */
const OMITTED = 'script, noscript, style, link, meta, base, title, template, source, iframe, object, embed';

/** A dialog is opened above the page by script, which a picture has not. */
const MODAL =
  'position: fixed; inset: 0; margin: auto; z-index: 2147483647; box-shadow: 0 0 0 200vmax rgb(0 0 0 / 50%)';

/** A resource of the site as a data URL; an empty one where it is of another site, or cannot be loaded. */
async function load(address: string): Promise<string> {
  if (address.startsWith('data:')) return address;
  const isOfSite = new URL(address, window.location.origin).origin === window.location.origin;
  return isOfSite ? fetchAsDataUrl(address).catch(() => 'data:,') : 'data:,';
}

/**
 * Writes the state of a document into its attributes: the values of fields, a dialog above the page, and the
 * scroll position.
 */
function writeState(document: Document): void {
  const scrolled = document.defaultView?.scrollY ?? 0;
  if (scrolled > 0) document.body.style.marginBlockStart = `${-scrolled}px`;
  for (const field of document.querySelectorAll<HTMLInputElement>('input')) {
    field.toggleAttribute('checked', field.checked);
    if (field.type !== 'file') field.setAttribute('value', field.value);
  }
  for (const field of document.querySelectorAll('textarea')) field.textContent = field.value;
  for (const option of document.querySelectorAll('option'))
    option.toggleAttribute('selected', option.selected);
  for (const dialog of document.querySelectorAll<HTMLElement>('dialog:modal')) dialog.style.cssText = MODAL;
}

/**
 * A function that replays a page at an entry as a self-contained document: its styles, its fonts and its images
 * are in it.
 */
export function createPictures(
  context: Pick<LinkContext, 'recorded'>,
  mask: Mask,
): (record: TimelineRecord) => Promise<Picture | null> {
  const loaded = memoize(load);
  const withData = async (css: string) => {
    const addresses = new Set([...css.matchAll(/url\("([^"]+)"\)/g)].map(([, address = '']) => address));
    const data = new Map<string, string>();
    for (const address of addresses) data.set(address, await loaded(address));
    return css.replace(/url\("([^"]+)"\)/g, (_, address) => `url("${data.get(address)}")`);
  };
  const documentOf = async (page: Document) => {
    writeState(page);
    const sheets = page.adoptedStyleSheets.map(({ cssRules }) =>
      Array.from(cssRules, ({ cssText }) => cssText).join('\n'),
    );
    const css = await Promise.all(sheets.map(withData));
    for (const image of page.images) {
      const source = await loaded(image.currentSrc || image.src);
      for (const name of ['srcset', 'sizes', 'loading']) image.removeAttribute(name);
      image.setAttribute('src', source);
    }
    for (const omitted of page.querySelectorAll(OMITTED)) omitted.remove();
    const styles = css.map((text) => `<style>${text.replaceAll('</', '<\\/')}</style>`).join('');
    page.head.insertAdjacentHTML('afterbegin', '<meta charset="utf-8">');
    const html = page.documentElement.outerHTML.replace('</head>', () => `${styles}</head>`);
    return `<!DOCTYPE html>${html}`;
  };
  return async (record) => {
    const recorded = recordedPageAt(context, record);
    if (!recorded) return null;
    const root = document.createElement('div');
    // It needs a layout, for scrolled content.
    root.style.cssText = 'position: fixed; inset: 0; visibility: hidden; pointer-events: none';
    document.body.append(root);
    try {
      const frame = replay(root, recorded, mask);
      const { width, height, contentDocument } = frame;
      if (!contentDocument) return null;
      return { html: await documentOf(contentDocument), width: Number(width), height: Number(height) };
    } finally {
      root.remove();
    }
  };
}
