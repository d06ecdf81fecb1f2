/** A fault with its own test, by the title of that test or property. */
export type VisitFault = { seen: string; file: string; title: string };

/** Faults of one visit: actions of others or the visitor on a page, and its content then. */
export const visitFaults: Readonly<Record<string, VisitFault>> = {
  'an extension removes a part of a form that is being sent': {
    seen: '“Something went wrong on this page”; *Try again* shows the form as it was',
    file: 'tests/screens/recovery.test.ts',
    title: 'a form of which an extension removes a part goes on where it was',
  },
  'an extension removes a part of a registration that is being paid': {
    seen: 'the same; the payment is taken and registered',
    file: 'tests/screens/recovery.test.ts',
    title: 'a registration of which an extension removes a part takes its payment',
  },
  'the machine of a form ends with an error': {
    seen: 'the same; *Try again* brings back what was typed, without storage too',
    file: 'tests/screens/recovery.test.ts',
    title: 'the flow %s that ends with an error keeps what was typed, without storage too',
  },
  'the machine of a registration with an order ends with an error': {
    seen: 'the same; *Check my payment* asks the service',
    file: 'tests/screens/recovery.test.ts',
    title: 'a registration that ends with an error asks about its payment',
  },
  'a number is composed or dictated bit by bit': {
    seen: 'the number that was said, in ten digits when the field is left',
    file: 'tests/browser/fields.test.ts',
    title: 'a phone that is composed bit by bit is the number that was said',
  },
  'a letter or a digit too many comes into a full phone field': {
    seen: 'the number and the caret as they were',
    file: 'tests/browser/fields.test.ts',
    title: 'a key that a full phone field refuses leaves its text and its caret',
  },
  'a password manager sets values without an event': {
    seen: 'the values stay, and are checked and sent',
    file: 'tests/browser/fields.test.ts',
    title: 'values that were set without an event are kept, checked and sent',
  },
  'the page is changed and the form is sent before hydration': {
    seen: 'what was entered, with the tick; it is sent once',
    file: 'tests/browser/prerender.test.ts',
    title: 'a changed page keeps what was entered, and acts once on the press',
  },
  'the registration is left again, without a back-forward cache': {
    seen: 'the page before it, where it was left',
    file: 'tests/browser/navigation.test.ts',
    title: 'a page is where it was left after the registration, which is another document',
  },
  'Enter is pressed again after a success': {
    seen: 'the success',
    file: 'machines/sendForm/sendForm.properties.ts',
    title: 'a form that was sent has a problem before something is typed',
  },
  'the wrong field has the focus already': {
    seen: 'its problem is announced at each submit',
    file: 'tests/screens/pages/fields.test.ts',
    title: 'a problem of the field with the focus is announced at each submit: %s',
  },
  'a list has no markers, which is no list in Safari': {
    seen: 'a list, by its role',
    file: 'tests/browser/screenPromises/list.ts',
    title: 'a list without markers has the role of a list',
  },
  'the visualiser follows a page whose flows have begun before its agent is loaded': {
    seen: 'the beginning of each flow; *Bug report* is enabled',
    file: 'tests/more/browser/visualiserInEngines.test.ts',
    title: 'knows the beginning of a flow, on load %i',
  },
  'a browser multiplies lengths in its own way, and closes no dialog by itself': {
    seen: 'thumbnails that fit their entries; a press outside closes the palette',
    file: 'tests/browser/visualiser/timeline.test.ts',
    title: 'a thumbnail fits its entry, and a press outside closes the palette',
  },
};
