import type { PictureStyleSheet } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';

/**
 * Returns the text of a style sheet; empty for one of another origin, which may not be read. A picture runs no scripts, but
 * looks as the page that did.
 */
function textOf(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules]
      .map(({ cssText }) => cssText)
      .join('\n')
      .replace(/\(scripting: ?none\)/g, '(width < 0)')
      .replace(/\(scripting: ?enabled\)/g, '(width >= 0)');
  } catch {
    return '';
  }
}

/** Returns the address of a resource of a page: without the origin where it is that of the page. */
export function addressOf(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return origin === window.location.origin ? pathname + search : href;
}

/** The style sheets of the page. Each is read and sent once, not with each picture. */
export class StyleSheets {
  readonly #known = new Map<CSSStyleSheet, PictureStyleSheet>();
  #sent = new Set<number>();

  /** Returns the ids of those that apply, in order, and those that were not sent. */
  read(): { ids: number[]; unsent: PictureStyleSheet[] } {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
      .filter(({ disabled }) => !disabled)
      .map((sheet) => this.#styleSheetOf(sheet));
    const unsent = sheets.filter(({ id }) => !this.#sent.has(id));
    for (const { id } of unsent) this.#sent.add(id);
    return { ids: sheets.map(({ id }) => id), unsent };
  }

  /** Sends all again. */
  forgetSent(): void {
    this.#sent = new Set();
  }

  #styleSheetOf(sheet: CSSStyleSheet): PictureStyleSheet {
    const known = this.#known.get(sheet);
    if (known) return known;
    const read = {
      id: this.#known.size + 1,
      address: sheet.href === null ? null : addressOf(sheet.href),
      media: sheet.media.mediaText,
      text: textOf(sheet),
    };
    this.#known.set(sheet, read);
    return read;
  }
}
