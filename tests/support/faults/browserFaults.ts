import { addresses } from '../addresses.ts';
import { fallbacks } from '../browserRange/fallbacks.ts';

/** Faults of the browser, of the address and of the medium. */

/** How a view transition fails before it has changed the page. */
export const transitionFaults = { 'it throws': true, 'it ends before the page is changed': false } as const;

/** The pages that hide a part until a button is pressed, with that part. */
export const printedPages = {
  '/': 'the answers to all questions',
  '/about': 'the answers to all questions',
  '/knowmore': 'the terms of the scholarship',
} as const;

const short = (address: string) => (address.length > 60 ? `${address.slice(0, 10)}…` : address);

/** The tables of these faults in the document of all faults. */
export const browserFaultGroups = [
  {
    title: 'A feature that a browser of the range lacks',
    test: 'browser/browserRange.test.ts',
    about:
      'The range is in [browsers.md](browsers.md). Any other feature, such as `URL.canParse` or `light-dark()`, is refused, unless its fallback is seen in the code, as `@supports` is.',
    head: ['Feature', 'What is seen instead'],
    rows: Object.entries(fallbacks).map(([feature, instead]) => [`\`${feature}\``, instead]),
  },
  {
    title: 'A view transition',
    test: 'browser/navigation.test.ts',
    about: 'It fails while a link is followed.',
    head: ['Fault', 'What is seen'],
    rows: Object.keys(transitionFaults).map((fault) => [fault, 'the next page, at once']),
  },
  {
    title: 'Odd addresses',
    test: 'browser/addresses.test.ts',
    about: 'The server answers an address, and the page shows itself there, by the same rule.',
    head: ['Address', 'Answer'],
    rows: addresses.map(([address, status, page]) => [
      `\`${short(address)}\``,
      status === 308 ? `308 to \`${page}\`` : `${status}, the page at \`${page}\``,
    ]),
  },
  {
    title: 'On paper',
    test: 'browser/paper.test.ts',
    about: 'Nothing can be pressed there. A receipt is printed without what it says of its tab.',
    head: ['Page', 'What is printed although it is hidden'],
    rows: Object.entries(printedPages).map(([page, printed]) => [`\`${page}\``, printed]),
  },
];
