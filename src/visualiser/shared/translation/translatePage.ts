const UNTRANSLATED = 'font, script, style, textarea, title, noscript, svg, [translate=no], .notranslate';

export type Translation = {
  /** A sentence for each text that was written into a node that the page does not show any more. */
  staleTexts: () => string[];
  /** Puts the page's own text nodes back in their places. */
  putBack: () => void;
};

/** The text nodes of a node that a translator replaces. */
function textsOf(node: Node): Text[] {
  if (node.parentElement?.closest(UNTRANSLATED)) return [];
  const accept = (each: Node) => {
    if (each instanceof Element && each.matches(UNTRANSLATED)) return NodeFilter.FILTER_REJECT;
    return each instanceof Text && each.data.trim() !== ''
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP;
  };
  if (node instanceof Text) return accept(node) === NodeFilter.FILTER_ACCEPT ? [node] : [];
  if (accept(node) === NodeFilter.FILTER_REJECT) return [];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_ALL, accept);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

/**
 * Changes the document as a browser that translates it: each text node, also one that comes later, is replaced by
 * `<font><font>…</font></font>`. The words stay, so that the expectations of the page hold unchanged.
 */
export function translatePage(): Translation {
  const replaced = new Map<HTMLElement, { original: Text; words: string }>();
  const translate = (node: Node) => {
    for (const original of textsOf(node)) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = original.data;
      replaced.set(outer, { original, words: original.data });
      original.replaceWith(outer);
    }
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translate(node);
    for (const outer of replaced.keys()) if (!outer.isConnected) replaced.delete(outer);
  });
  translate(document.body);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return {
    staleTexts: () =>
      [...replaced]
        .filter(([outer, { original, words }]) => outer.isConnected && original.data !== words)
        .map(([, { original, words }]) => `The page shows "${words}" in place of "${original.data}".`),
    putBack: () => {
      observer.disconnect();
      for (const [outer, { original }] of replaced) if (outer.isConnected) outer.replaceWith(original);
      replaced.clear();
    },
  };
}
