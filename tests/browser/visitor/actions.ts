import type { ElementHandle, Page } from 'playwright-core';
import type { Control } from '../../../src/visualiser/shared/controls/index.ts';
import { controlKey, type SeenControls } from '../../support/controls.ts';
import { chooseByWeight, type Random } from '../../support/random.ts';

type Target = Pick<Control, 'role' | 'name' | 'index' | 'place' | 'isWithinPage' | 'flow' | 'isButton'>;

/** An action of a visitor who knows nothing of a site. */
export type Action =
  | { kind: 'open'; path: string }
  | { kind: 'press'; element: Target }
  | { kind: 'type'; element: Target; text: string }
  | { kind: 'choose'; element: Target; option: string }
  | { kind: 'upload'; element: Target; file: string }
  | { kind: 'key'; key: string }
  | { kind: 'back' | 'forward' | 'reload' }
  | { kind: 'resize'; width: number; height: number }
  | { kind: 'network'; isOffline: boolean };

const nameOf = ({ role, name, index }: Target) =>
  `the ${role} ${JSON.stringify(name)}${index > 0 ? `, number ${index + 1} of this name` : ''}`;

const quoted = (text: string) =>
  text.length > 60
    ? `${text.length} characters, ${JSON.stringify(text.slice(0, 20))}…`
    : JSON.stringify(text);

/** An action as a sentence for a reader who repeats it. */
export function sentenceOf(action: Action): string {
  switch (action.kind) {
    case 'open':
      return `open ${action.path}`;
    case 'press':
      return `press ${nameOf(action.element)}`;
    case 'type':
      return `type ${quoted(action.text)} into ${nameOf(action.element)}`;
    case 'choose':
      return `choose ${quoted(action.option)} in ${nameOf(action.element)}`;
    case 'upload':
      return `choose the file ${action.file} in ${nameOf(action.element)}`;
    case 'key':
      return `press the key ${action.key}`;
    case 'resize':
      return `make the window ${action.width} × ${action.height} px`;
    case 'network':
      return action.isOffline ? 'switch the network off' : 'switch the network on';
    case 'back':
    case 'forward':
      return `go ${action.kind}`;
    case 'reload':
      return 'reload the page';
  }
}

export const elementOf = (action: Action): Target | null => ('element' in action ? action.element : null);

/** Milliseconds in which an element must be free to be pressed. */
const PRESS_TIMEOUT = 5_000;

/** Presses an element with the mouse, or with the keyboard where it comes into the window only with the focus. */
async function press(page: Page, element: ElementHandle<Element>): Promise<void> {
  const isOutside = await element.evaluate((pressed) => {
    const { bottom, right } = pressed.getBoundingClientRect();
    return bottom <= 0 || right <= 0;
  });
  if (!isOutside) return element.click({ timeout: PRESS_TIMEOUT });
  await element.focus();
  await page.keyboard.press('Enter');
}

/**
 * Does an action on a page; false where its element is not there now.
 * @throws where the element cannot be used, as something covers it
 */
export async function perform(page: Page, action: Action): Promise<boolean> {
  const { element } = { element: null, ...action };
  const handle =
    element && (await page.evaluateHandle((wanted) => window.findUsable(wanted), element)).asElement();
  if (element && !handle) return false;
  switch (action.kind) {
    case 'open':
      await page.goto(action.path);
      break;
    case 'press':
      if (handle) await press(page, handle);
      break;
    case 'type':
      await handle?.fill(action.text, { timeout: PRESS_TIMEOUT });
      break;
    case 'choose':
      await handle?.selectOption({ label: action.option });
      break;
    case 'upload':
      await handle?.setInputFiles({
        name: action.file,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('%PDF-1.4'),
      });
      break;
    case 'key':
      await page.keyboard.press(action.key);
      break;
    case 'back':
      await page.goBack();
      // The empty page before the first of the site.
      if (page.url() === 'about:blank') await page.goForward();
      break;
    case 'forward':
      await page.goForward();
      break;
    case 'reload':
      await page.reload();
      break;
    case 'resize':
      await page.setViewportSize({ width: action.width, height: action.height });
      break;
    case 'network':
      await page.context().setOffline(action.isOffline);
      break;
  }
  await handle?.dispose();
  return true;
}

const DESKTOP = [1280, 1024] as const;

const SIZES = [
  // A phone, the same turned, and the desktop of 1280 × 1024 px at 400 %, 200 % and 100 %.
  ...[[390, 844], [844, 390], [320, 256], [640, 512], DESKTOP],
] as const;

const KEYS = [
  'Escape',
  'Enter',
  'Tab',
  'Shift+Tab',
  'ArrowDown',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'Space',
];

const FILES = ['cv.pdf', 'photo.png', 'notes.exe', `${'long'.repeat(60)}.docx`, 'без имени.pdf'];

/**
 * Texts to type, valid and nonsense. All that have no format contain `mark`, so that a log can be searched for it.
 */
const textsOf = (mark: string): string[] => [
  `Asha ${mark}`,
  `${mark}@example.com`,
  '9876543210',
  '110001',
  'https://example.com/cv',
  `🎓👩‍👩‍👧 ${mark}`,
  `مرحبا ${mark} שלום`,
  `${mark} ${'x'.repeat(10_000)}`,
  `<img src=x onerror=alert(1)> ${mark}`,
  `'; drop table submissions; -- ${mark}`,
  '   ',
  '',
  '-1e309',
];

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** How often each control was used and each page opened, to prefer the least used. */
export class Uses {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The number of different controls and pages. */
  get size(): number {
    return this.#counts.size;
  }
}

type Visit = {
  paths: readonly string[];
  /** The controls that can be used now. */
  controls: readonly Control[];
  seen: SeenControls;
  /** The action after which each control was seen first. */
  shownBy: ReadonlyMap<string, Action>;
  random: Random;
  uses: Uses;
  mark: string;
  isOffline: boolean;
};

function actionWith({ options, ...control }: Control, { random, mark }: Visit): Action {
  const element: Target = control;
  switch (control.kind) {
    case 'press':
      return { kind: 'press', element };
    case 'type':
      return { kind: 'type', element, text: pick(textsOf(mark), random) ?? '' };
    case 'choose':
      return { kind: 'choose', element, option: pick(options, random) ?? '' };
    case 'file':
      return { kind: 'upload', element, file: pick(FILES, random) ?? '' };
  }
}

/** The most controls that a visitor comes back to in the end. */
const MOST_LEFT = 20;

/** The last actions of a visitor: they use the untouched controls, each on its page, in a wide window. */
export function lastActions(visit: Visit): Action[] {
  const left = visit.seen.untouched.slice(0, MOST_LEFT);
  const uses = left.flatMap(({ path, control }): Action[] => {
    const by = visit.shownBy.get(controlKey(control));
    const shown = by && elementOf(by)?.isButton ? [by] : [];
    return [{ kind: 'open', path }, ...shown, actionWith(control, visit)];
  });
  const [width, height] = DESKTOP;
  return [{ kind: 'network', isOffline: false }, { kind: 'resize', width, height }, ...uses];
}

/** The next action of a visitor on a page: most often with a control that was not used yet, if there is one. */
export function nextAction(visit: Visit): Action {
  const { paths, controls, seen, random, uses, isOffline } = visit;
  if (isOffline && random() < 0.3) return { kind: 'network', isOffline: false };
  const usesOf = (each: Control) => uses.of(controlKey(each));
  const unused = controls.filter((each) => usesOf(each) === 0);
  const preferred = unused.length > 0 && random() < 0.8 ? unused : controls;
  const control = chooseByWeight(preferred, random(), (each) => 1 / (1 + usesOf(each)) ** 3);
  // Without a network nothing can be loaded afresh.
  const others: Action[] = [
    { kind: 'key', key: pick(KEYS, random) ?? 'Tab' },
    ...SIZES.slice(0, 2).map(([width, height]): Action => ({ kind: 'resize', width, height })),
    ...(isOffline ? [] : ([{ kind: 'back' }, { kind: 'forward' }, { kind: 'reload' }] as const)),
    ...(isOffline ? [] : ([{ kind: 'network', isOffline: true }] as const)),
  ];
  const [width, height] = pick(SIZES, random) ?? SIZES[0];
  const mayOpen = !isOffline && random() < (unused.length > 0 ? 0.05 : 0.2);
  if (mayOpen) {
    const unopened = paths.filter((path) => uses.of(path) === 0);
    const [wanted = paths] = [unopened, seen.untouched.map(({ path }) => path)].filter(
      ({ length }) => length > 0,
    );
    const path = chooseByWeight(wanted, random(), (each) => 1 / (1 + uses.of(each)) ** 3);
    return { kind: 'open', path: path ?? '/' };
  }
  if (control && random() < 0.8) return actionWith(control, visit);
  return random() < 0.3
    ? { kind: 'resize', width, height }
    : (pick(others, random) ?? { kind: 'key', key: 'Tab' });
}
