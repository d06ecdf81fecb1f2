import { focusPage } from '../../../browser/focus.ts';
import { createOverlay } from './createOverlay.ts';

const STYLES = `
  section {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.5rem;
    box-sizing: border-box;
    padding: 0.25rem 0.5rem;
    background: #1a2247;
    color: #fff;
    font: 0.75rem/1.4 system-ui, sans-serif;
  }
  p { margin: 0; }
  button {
    min-block-size: 1.75rem;
    padding: 0 0.5rem;
    border: 1px solid #fff;
    border-radius: 0.25rem;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  button:focus-visible { outline: 3px solid #ffc766; outline-offset: 2px; }
  @media print { section { display: none; } }
`;

/** The bar above a page whose environment is paused. */
export class PauseBar {
  readonly #status = document.createElement('p');
  readonly #host: HTMLElement;

  constructor(onResume: () => void) {
    this.#status.role = 'status';
    const section = document.createElement('section');
    section.setAttribute('aria-label', 'State visualiser');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Resume the environment';
    button.addEventListener('click', onResume);
    section.append(this.#status, button);
    this.#host = createOverlay(STYLES, section);
    // Pictures of the page have the room that it takes, so that they are scrolled as the page is.
    this.#host.className = 'rr-block';
  }

  /** Shows the bar with a text, or removes it; the focus moves from its button to the page. */
  show(text: string | null): void {
    if (text !== null) {
      if (this.#status.textContent !== text) this.#status.textContent = text;
      // Above the page it covers nothing of it.
      if (!this.#host.isConnected) document.body.prepend(this.#host);
      return;
    }
    const hadFocus = document.activeElement === this.#host;
    this.#host.remove();
    if (hadFocus) focusPage();
  }
}
