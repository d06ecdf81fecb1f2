import { backgroundOf, contrast, ratio } from './colours.ts';
import { ancestorsOf, controlsWithin, type Finding, isInText, isSeen } from './elements.ts';

const SMALLEST_CONTRAST = 3;
const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

/** Returns the contrast of the best seen side of the border of an element. */
function borderContrast(element: Element): number {
  const style = getComputedStyle(element);
  const behind = backgroundOf(element.parentElement);
  return Math.max(
    ...SIDES.map((side) =>
      style[`border${side}Style`] === 'none' || Number.parseFloat(style[`border${side}Width`]) < 1
        ? 1
        : contrast(style[`border${side}Color`], behind),
    ),
  );
}

/** Returns the contrast of the text of a control; 1 where it has none. */
function textContrast(control: Element): number {
  const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  const found = [1];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent || (walker.currentNode.textContent ?? '').trim() === '' || !isSeen(parent)) continue;
    found.push(contrast(getComputedStyle(parent).color, backgroundOf(parent)));
  }
  return Math.max(...found);
}

const drawnBy = (control: Element) =>
  control.matches('[type="file"]') ? ancestorsOf(control).slice(0, 2) : [control];

/** Returns the controls that have neither a border nor a text that is seen. The browser draws tick boxes itself. */
export const invisibleControls = (root: Element): Finding[] =>
  controlsWithin(root)
    .filter((control) => !isInText(control) && !control.matches('[type="checkbox"], [type="radio"]'))
    .flatMap((element) => {
      const border = Math.max(...drawnBy(element).map(borderContrast));
      const text = element.matches('input, select, textarea') ? 1 : textContrast(element);
      if (Math.max(border, text) >= SMALLEST_CONTRAST) return [];
      return [
        {
          element,
          measured: `has a border of ${ratio(border)} and a text of ${ratio(text)} to what is behind`,
        },
      ];
    });

/** Returns the lists of choices without an arrow: gradients are not drawn. */
export const listsWithoutArrow = (root: Element): Finding[] =>
  controlsWithin(root)
    .filter((control) => control.matches('select'))
    .filter((control) => {
      const { appearance, backgroundImage } = getComputedStyle(control);
      return appearance === 'none' && !backgroundImage.includes('url(');
    })
    .map((element) => ({ element, measured: 'has no arrow' }));
