/** The ways in which others change a page that React believes to be its own, and the effect of each. */
export const disturbanceFaults = [
  [
    'translated',
    'each text node becomes `<font><font>…</font></font>`, also those that come later, but for `translate="no"` and the texts of fields; the words stay, and a text that React writes into a node that is no longer on the page fails the walk',
  ],
  ['translated and put back', 'the nodes are put back after one step, and replaced again after the next'],
  [
    'stray nodes before hydration',
    'a visible element, a comment and a text come into `body`; an element and a comment come behind each field, also behind those that come later',
  ],
  ['stray nodes after hydration', 'the same, later'],
  [
    'values without events',
    'each value is set by the native setter; the next key is pressed in the last field, and each form is also sent at once',
  ],
  [
    'composed texts',
    'texts grow in a composition, phones with a space, and are committed when the field is left',
  ],
  ['text of 200 %', 'the text of the browser is twice as large'],
  ['forced colours', 'the colours of the system replace those of the page'],
] as const;

export type DisturbanceName = (typeof disturbanceFaults)[number][0];
