/** Matches the text in place of a value that is missing or is not a text. */
const MISSING_VALUE = /\b(undefined|null|NaN)\b|\[object /;

const UNREAD = 'script, style, template, noscript, textarea';

/** The attributes that a visitor reads or hears, or that lead somewhere. */
const ATTRIBUTES = ['alt', 'aria-label', 'href', 'placeholder', 'src', 'title'];

function* textsOf(root: Element): Generator<string> {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent && !parentElement?.closest(UNREAD)) yield textContent;
  }
  for (const element of root.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join()))
    for (const name of ATTRIBUTES) yield element.getAttribute(name) ?? '';
}

/** Sentences about problems in any state: texts without a value, and content that sticks out of the window. */
export function documentProblems(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = [...textsOf(document.body)].flatMap((text) => {
    const [word] = MISSING_VALUE.exec(text) ?? [];
    return word === undefined ? [] : [`A text says "${word.trim()}".`];
  });
  return scrollWidth > clientWidth
    ? [...found, `${scrollWidth - clientWidth} px stick out of the window.`]
    : found;
}
