import type {
  PictureStyleSheet,
  PictureTemplate,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { type FlowContext, takePicture } from './picture.ts';
import { StyleSheets } from './styleSheets.ts';

/** The least time between two pictures, in milliseconds. */
const INTERVAL = 250;

/** Pictures take at most one part in this many of the time of the page, unless one is awaited for the longest time. */
const SHARE = 20;

/** The longest time between two pictures, in milliseconds: one that a busy machine took a second for delays the next. */
const MAX_INTERVAL = 2_000;

/** The longest time that is waited for a frame of a page that the browser does not draw, in milliseconds. */
const FRAME_TIMEOUT = 300;

/** The longest time that is waited until the page is idle, in milliseconds. */
const IDLE_TIMEOUT = 500;

const nextFrame = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FRAME_TIMEOUT);
  });

const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT });
    else setTimeout(resolve);
  });

const after = (milliseconds: number) => new Promise<unknown>((resolve) => setTimeout(resolve, milliseconds));

/** A picture with the order of the entry after which it was taken, and the style sheets that were not sent before. */
type SentPicture = { order: number; picture: PictureTemplate; styleSheets: PictureStyleSheet[] };

type Options = {
  /** Whether anybody looks at the pictures. */
  isWanted: () => boolean;
  /** Returns the order of the latest entry. */
  order: () => number;
  /** Returns the contexts of the flows that run on the page, whose texts may be personal. */
  contexts: () => FlowContext[];
  send: (picture: SentPicture) => void;
};

/** Takes pictures of the page: after the frame in which a state was rendered, while the page is idle, and not often. */
export class Pictures {
  readonly #options: Options;
  readonly #styleSheets = new StyleSheets();
  #isUnderWay = false;
  #earliest = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes a picture soon. Of entries that follow each other too quickly only the last has one. */
  take(): void {
    if (this.#isUnderWay || !this.#options.isWanted()) return;
    this.#isUnderWay = true;
    void this.#takeWhenIdle();
  }

  /** Takes a picture with all style sheets, because a visualiser may be new. */
  takeAgain(): void {
    this.#styleSheets.forgetSent();
    this.take();
  }

  async #takeWhenIdle(): Promise<void> {
    await after(Math.max(0, this.#earliest - performance.now()));
    await nextFrame();
    await idle();
    const { order, contexts, send } = this.#options;
    const startedAt = performance.now();
    const taken = order();
    try {
      const { ids, unsent } = this.#styleSheets.read();
      send({ order: taken, picture: takePicture(contexts(), ids), styleSheets: unsent });
    } finally {
      const now = performance.now();
      this.#earliest = now + Math.min(MAX_INTERVAL, Math.max(INTERVAL, (now - startedAt) * SHARE));
      this.#isUnderWay = false;
    }
    if (order() !== taken) this.take();
  }
}
