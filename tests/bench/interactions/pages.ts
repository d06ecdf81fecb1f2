/** A press of an element, or a key that is typed into what has the focus. */
export type Step = {
  /** Steps of one name on a page do the same, so that the first can be compared with the later ones. */
  name: string;
  /** The selector of the element that is touched; a step without it types a key. */
  target?: string;
  /** Whether the page can do it without its scripts, by `TOGGLE_BY_VANILLA_CODE` or by the browser itself. */
  isScriptless: boolean;
};

const times = (count: number, ...steps: Step[]): Step[] => Array.from({ length: count }, () => steps).flat();

const touch = (name: string, target: string): Step => ({ name, target, isScriptless: false });
const toggle = (name: string, target: string): Step => ({ name, target, isScriptless: true });
const tapField = (target: string): Step => ({ name: 'tap into a field', target, isScriptless: true });
const keys = times(3, { name: 'type a key', isScriptless: true });
const switched = (name: string, ...targets: string[]) => targets.map((target) => touch(name, target));

const menu = times(3, toggle('menu opens', '#menu-button'), toggle('menu closes', '#menu-button'));
const faq = times(
  3,
  toggle('question opens', '.faq-item:nth-of-type(2) button'),
  toggle('question closes', '.faq-item:nth-of-type(2) button'),
);

/** What is pressed on each page. */
export const interactionsOfPages: Readonly<Record<string, readonly Step[]>> = {
  '/': [
    ...menu,
    ...times(3, touch('next slide', '.hero-next')),
    ...times(3, touch('call back opens', '#callBack-opener'), touch('call back closes', '.dialog-close')),
    ...faq,
    tapField('.newsletter input'),
    ...keys,
  ],
  '/about': faq,
  '/knowmore': times(
    3,
    toggle('terms open', '.scholarship-terms button'),
    toggle('terms close', '.scholarship-terms button'),
  ),
  '/careers': [
    ...switched('category', ...['teaching', 'all', 'teaching'].map((id) => `#openings-tab-${id}`)),
    ...times(3, touch('Apply', '.job-card .button'), touch('dialog closes', '.dialog .dialog-close')),
    touch('Apply', '.job-card .button'),
    { ...tapField('#jobApplication-email'), isScriptless: false },
    ...keys.map((step) => ({ ...step, isScriptless: false })),
  ],
  '/courses': [
    ...switched('subject', ...['science', 'english', 'math'].map((id) => `#curriculum-tab-${id}`)),
    ...switched('grade band', ...[2, 3, 1].map((index) => `.grade-band:nth-of-type(${index})`)),
  ],
  '/contact': [...['name', 'email', 'message'].map((field) => tapField(`#contact-${field}`)), ...keys],
  '/applyPath': [...['name', 'phone', 'city'].map((field) => tapField(`#scholarship-${field}`)), ...keys],
  '/register-re': [
    ...['name', 'father', 'mother'].map((field) => tapField(`#registration-${field}`)),
    ...keys,
    ...times(3, toggle('accept the terms', '#registration-acceptTerms')),
  ],
  '/blog': menu,
};

/** The path of the bare page, which is served beside the site. */
export const BARE_PATH = '/bare';

export const bareDocument = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A bare page</title>
<p><button type="button" aria-expanded="false" aria-controls="text">Show</button></p>
<p id="text" hidden>Text</p>
<p><label>Name <input></label></p>
</html>
`;

export const bareInteractions: readonly Step[] = [
  ...times(3, toggle('toggle', 'button')),
  tapField('input'),
  ...keys.slice(1),
];

/** Shows and hides what a button controls, where no scripts of the site do. */
export const TOGGLE_BY_VANILLA_CODE = `document.addEventListener('click', ({ target }) => {
  const button = target.closest('[aria-expanded]');
  if (!button) return;
  const isOpen = button.ariaExpanded !== 'true';
  button.ariaExpanded = String(isOpen);
  if (button.id === 'menu-button') button.parentElement.dataset.state = isOpen ? 'open' : 'closed';
  else document.getElementById(button.getAttribute('aria-controls')).hidden = !isOpen;
});`;
