import { storageKeys } from '../../shared/channel/names.ts';
import { type TouchedControl, usableElements, watchTouches } from '../../shared/controls/index.ts';
import { tabItem } from '../instrumentation/tab.ts';
import { createOverlay } from './createOverlay.ts';

const STYLES = `
  div, p { position: fixed; z-index: 59; pointer-events: none; }
  div { outline: 2px dashed #b3261e; outline-offset: 1px; }
  p {
    inset: auto 0.75rem 0.75rem auto;
    margin: 0;
    padding: 0.25rem 0.5rem;
    border-radius: 0.25rem;
    background: #8c1d18;
    color: #fff;
    font: 0.75rem/1.4 system-ui, sans-serif;
  }
  @media print { div, p { display: none; } }
`;

/** Milliseconds between two drawings: the content of a page and its layout change at any time. */
const INTERVAL = 200;

const keyOf = ({ place, role, name }: TouchedControl): string => JSON.stringify([place, role, name]);

const isTexts = (data: unknown): data is string[] =>
  Array.isArray(data) && data.every((text) => typeof text === 'string');

const savedKeys = tabItem(storageKeys.touched, (data) => (isTexts(data) ? data : null));
const savedIsShown = tabItem(storageKeys.outlined, (data) => (data === true ? data : null));

/**
 * Outlines the controls that a tester has not pressed, typed into or chosen since this tab has been followed, and
 * counts them.
 */
export class UntouchedLayer {
  readonly #status = document.createElement('p');
  readonly #host = createOverlay(STYLES);
  readonly #touched = new Set(savedKeys.read());
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.#status.role = 'status';
    // Pictures of the page are without it.
    this.#host.className = 'rr-block';
    watchTouches((_, control) => {
      const key = keyOf(control);
      if (this.#touched.has(key)) return;
      this.#touched.add(key);
      savedKeys.save([...this.#touched]);
    });
    if (savedIsShown.read()) this.toggle();
  }

  /** Shows the layer, also on the pages that are loaded next in this tab, or removes it. */
  toggle(): void {
    if (this.#timer !== undefined) {
      this.hide();
      return;
    }
    savedIsShown.save(true);
    document.body.append(this.#host);
    this.#timer = setInterval(() => this.#draw(), INTERVAL);
    this.#draw();
  }

  hide(): void {
    savedIsShown.save(null);
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#host.remove();
  }

  #draw(): void {
    const all = usableElements();
    const untouched = all.filter(([, control]) => !this.#touched.has(keyOf(control)));
    const text = `${untouched.length} of ${all.length} controls untouched`;
    if (this.#status.textContent !== text) this.#status.textContent = text;
    const boxes = untouched.map(([element]) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const box = document.createElement('div');
      Object.assign(box.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
      return box;
    });
    this.#host.shadowRoot?.replaceChildren(this.#status, ...boxes);
  }
}
