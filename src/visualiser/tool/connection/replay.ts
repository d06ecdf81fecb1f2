import { EventType, type eventWithTime, Replayer } from 'rrweb';
import type { Mask } from '../../../../machines/visualiser/mask.ts';
import type {
  LinkContext,
  RecordedChanges,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { ENTRY_MARK } from '../../shared/entryMarks.ts';
import { replaceTyped } from '../../shared/typedMarks.ts';

/** A page at an entry, as it was recorded: the first changes are the page as a whole, the last go on beyond the entry. */
export type RecordedPage = { changes: readonly RecordedChanges[]; entry: number };

/** The page as it was recorded after an entry; null where it was not recorded. */
export function recordedPageAt(
  { recorded }: Pick<LinkContext, 'recorded'>,
  { number, page }: Pick<TimelineRecord, 'number' | 'page'>,
): RecordedPage | null {
  const ofPage = recorded.filter((changes) => changes.page === page.id);
  const last = ofPage.findIndex(({ entry }) => entry >= number);
  const known = last < 0 ? ofPage : ofPage.slice(0, last + 1);
  // A page of which nothing was recorded cannot be replayed.
  const first = known.findLastIndex(({ isWhole, events }) => isWhole && events !== '[]');
  return first < 0 ? null : { changes: known.slice(first), entry: number };
}

/** Milliseconds in which entries belong to one frame: none of them has a page of its own. */
const FRAME = 50;

const markedEntry = (event: eventWithTime): number | null =>
  event.type === EventType.Custom && event.data.tag === ENTRY_MARK ? Number(event.data.payload) : null;

/**
 * The number of recorded events that belong to the page at an entry: those before the next entry. Entries of one
 * frame are rendered together, so the page at the first of them is that after the last; `later` is the difference
 * in milliseconds.
 */
function cutAt(events: readonly eventWithTime[], entry: number): { length: number; later: number } {
  let time: number | null = null;
  let passed = false;
  let isRendered = false;
  let length = 0;
  for (const event of events) {
    const marked = markedEntry(event);
    if (marked === entry) time = event.timestamp;
    if (time !== null && marked !== null && marked > entry) {
      if (isRendered || event.timestamp - time > FRAME) break;
      passed = true;
    }
    if (time !== null && marked === null) isRendered = true;
    length += 1;
  }
  const last = events[length - 1];
  return { length, later: passed && time !== null && last ? last.timestamp - time : 0 };
}

/** The milliseconds by which the page is later than its entry; zero where it is the entry's own. */
export function latenessOf({ changes, entry }: RecordedPage): number {
  const last: eventWithTime[] = changes.slice(-2).flatMap(({ events }) => JSON.parse(events));
  return cutAt(last, entry).later;
}

/** The attributes and properties of recorded nodes in which a page shows typed text. */
const READABLE = new Set([
  ...['textContent', 'text', 'value', 'alt', 'title', 'placeholder', 'href'],
  ...['aria-label', 'aria-description', 'aria-valuetext'],
]);

/** The attributes for the styles of an element, which the policy of the visualiser lets no attribute and no element have. */
const [STYLE, SHEET] = ['data-recorded-style', 'data-recorded-sheet'];

/** A replayed page runs no scripts, but looks as the page that did. */
const withScripting = (css: string) => css.replace(/\(scripting: ?none\)/g, '(width < 0)');

/** The texts of a page that was recorded as a whole, without the contents of its fields. */
export function textsOfWholePage({ events }: RecordedChanges): string[] {
  const texts: string[] = [];
  const all: eventWithTime[] = JSON.parse(events);
  JSON.stringify(
    all.find(({ type }) => type === EventType.FullSnapshot),
    (key, value: unknown) => {
      if (typeof value === 'string' && READABLE.has(key) && replaceTyped(value, () => '') === value)
        texts.push(value);
      return value;
    },
  );
  return texts;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * A recorded node without the parts that the policy refuses: a style sheet is a template that holds its text.
 * Content for pages without scripts is not shown.
 */
function allowedNode(node: Json): Json {
  const { attributes } = node;
  if (node.tagName === 'noscript') return { ...node, tagName: 'template' };
  if (!isObject(attributes)) return node;
  const { _cssText: css, style, ...others } = attributes;
  if (typeof css === 'string')
    return { ...node, tagName: 'template', attributes: { [SHEET]: withScripting(css) }, childNodes: [] };
  return typeof style === 'string' ? { ...node, attributes: { ...others, [STYLE]: style } } : node;
}

/** The events of recorded changes, with each readable text masked. */
const maskedEvents = ({ events }: RecordedChanges, mask: Mask): eventWithTime[] =>
  JSON.parse(events, (key: string, value: unknown): unknown => {
    if (isObject(value)) return Array.isArray(value) ? value : allowedNode(value);
    if (typeof value !== 'string' || !READABLE.has(key)) return value;
    const text = replaceTyped(value, (typed) => String(mask.data(undefined, { typed }).typed));
    return text === value ? mask.text(value) : text;
  });

/** Recorded changes to be kept: nothing that was typed is in them. */
export const maskedChanges = (changes: RecordedChanges, mask: Mask): RecordedChanges => ({
  ...changes,
  events: JSON.stringify(maskedEvents(changes, mask)),
});

function eventsOf({ changes, entry }: RecordedPage, mask: Mask): eventWithTime[] {
  const all = changes.flatMap((each) => maskedEvents(each, mask));
  return all.slice(0, cutAt(all, entry).length);
}

/** Whether a node may have styles; an element of a frame is no instance of a class of this window. */
const isElement = (node: object): node is HTMLElement => 'getAttribute' in node && 'style' in node;

function applyStyle(element: HTMLElement): void {
  const style = element.getAttribute(STYLE);
  if (style === null) return;
  element.style.cssText = style;
  element.removeAttribute(STYLE);
}

/** Applies the styles of a replayed page by script, which the policy allows. */
function applyStyles({ contentDocument: page }: HTMLIFrameElement): void {
  const view = page?.defaultView;
  if (!view) return;
  page.adoptedStyleSheets = [...page.querySelectorAll(`[${SHEET}]`)].map((element) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(element.getAttribute(SHEET) ?? '');
    return sheet;
  });
  for (const element of page.querySelectorAll<HTMLElement>(`[${STYLE}]`)) applyStyle(element);
}

/** Replays a recorded page inside of an element, and returns the frame with the page. It can only be looked at. */
export function replay(root: HTMLElement, recorded: RecordedPage, mask: Mask): HTMLIFrameElement {
  const replayer = new Replayer(eventsOf(recorded, mask), {
    root,
    mouseTail: false,
    triggerFocus: false,
    useVirtualDom: false,
    showWarning: false,
    pauseAnimation: false,
    plugins: [{ onBuild: (node) => isElement(node) && applyStyle(node) }],
  });
  const { iframe } = replayer;
  iframe.inert = true;
  replayer.pause(replayer.getMetaData().totalTime + 1);
  applyStyles(iframe);
  return iframe;
}
