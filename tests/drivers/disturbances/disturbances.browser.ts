import { type Translation, translatePage } from '../../../src/visualiser/shared/translation/index.ts';

// Runs in a page of the built site before its own scripts, as an extension of the browser does.

const FIELDS = 'form :is(input, select, textarea):not([type=hidden], [type=file])';

/** Elements with a stray node next to them. */
const marked = new WeakSet<Element>();

function stray(text: string): HTMLElement {
  const element = document.createElement('div');
  element.textContent = text;
  element.setAttribute('data-extension', '');
  element.style.cssText =
    'position: fixed; left: 0; bottom: 0; width: 24px; height: 24px; overflow: hidden; pointer-events: none';
  return element;
}

/** Puts nodes around the content of the body, and behind each of its fields. */
function addStrayNodes(): void {
  const { body } = document;
  if (body && !marked.has(body)) {
    marked.add(body);
    body.setAttribute('data-extension-installed', '');
    body.prepend(document.createComment(' an extension '));
    body.append(stray('☰'), document.createTextNode('\n'));
  }
  for (const field of document.querySelectorAll(FIELDS)) {
    if (marked.has(field)) continue;
    marked.add(field);
    field.setAttribute('data-extension-field', '');
    field.after(document.createComment(' a field '), stray('✎'));
  }
}

function keepAddingStrayNodes(): void {
  addStrayNodes();
  new MutationObserver(addStrayNodes).observe(document, { childList: true, subtree: true });
}

let translation: Translation | null = null;

/** Translates the page, or puts it back. */
function toggleTranslation(): void {
  if (translation) translation.putBack();
  translation = translation ? null : translatePage();
}

const starts = { keepAddingStrayNodes, toggleTranslation };

/** Acts once the page is hydrated. */
function onceHydrated(act: () => void): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('html[data-hydrated]')) return;
    observer.disconnect();
    act();
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

export type DisturbPage = {
  /** Begins a disturbance at once, or when the page is hydrated. */
  begin: (name: keyof typeof starts, when: 'at once' | 'hydrated') => void;
  toggleTranslation: () => void;
  /** One sentence for each text that the page no longer shows as React has written it. */
  staleTexts: () => string[];
};

declare global {
  interface Window {
    disturbPage: DisturbPage;
  }
}

window.disturbPage = {
  begin: (name, when) => (when === 'at once' ? starts[name]() : onceHydrated(starts[name])),
  toggleTranslation,
  staleTexts: () => translation?.staleTexts() ?? [],
};
