/** An element with content over the page. It belongs outside the site's root, and its styles are its own. */
export function createOverlay(styles: string, ...content: Element[]): HTMLElement {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  // Not a style element: the policy of the site does not allow one.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(...content);
  return host;
}
