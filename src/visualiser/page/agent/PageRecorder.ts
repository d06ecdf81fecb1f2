import { EventType, type eventWithTime, IncrementalSource, record } from 'rrweb';
import { ENTRY_MARK } from '../../shared/entryMarks.ts';
import { markTyped } from '../../shared/typedMarks.ts';

/** The least time between two pictures, in milliseconds. */
const INTERVAL = 100;

/** The longest time that is waited for a frame of a page that the browser does not draw, in milliseconds. */
const FRAME_TIMEOUT = 300;

/** The number of changes of the page after which it is recorded as a whole again. */
const MAX_CHANGES = 500;

const TYPED_FIELDS = ['text', 'textarea', 'email', 'tel', 'search', 'url', 'number', 'password', 'date'];

const nextFrame = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FRAME_TIMEOUT);
  });

/** The changes of the page up to the frame after an entry, by its number; `isWhole` where they begin with the page as a whole. */
type Recorded = { entry: number; isWhole: boolean; events: string };

type Options = {
  /** The number of the latest entry. */
  latest: () => number;
  send: (recorded: Recorded) => void;
};

/** Records the page, and sends the records after the frame in which the state of an entry was rendered. */
export class PageRecorder {
  readonly #options: Options;
  #stop: (() => void) | undefined;
  #events: eventWithTime[] = [];
  /** The contents of each field as they were recorded last. */
  #fields = new WeakMap<Element, string>();
  #isWhole = false;
  #isUnderWay = false;
  #earliest = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Records the page as a whole, and from now on its changes. */
  start(): void {
    if (this.#stop) record.takeFullSnapshot();
    else
      this.#stop = record({
        emit: (event) => {
          if (event.type === EventType.Meta) {
            this.#events = [];
            this.#isWhole = true;
          }
          this.#events.push(event);
        },
        checkoutEveryNth: MAX_CHANGES,
        maskInputOptions: Object.fromEntries(TYPED_FIELDS.map((type) => [type, true])),
        maskInputFn: markTyped,
        sampling: { mousemove: false, mouseInteraction: false, media: 1_000 },
        slimDOMOptions: 'all',
      });
    this.take();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#events = [];
  }

  /** Marks where an entry stands among the changes, and sends these soon. */
  take(): void {
    if (!this.#stop) return;
    this.#recordFields();
    record.addCustomEvent(ENTRY_MARK, this.#options.latest());
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    void this.#takeAfterFrame();
  }

  async #takeAfterFrame(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#earliest - performance.now())));
    const entry = this.#options.latest();
    await nextFrame();
    this.#recordFields();
    const recorded = { entry, isWhole: this.#isWhole, events: JSON.stringify(this.#events) };
    this.#events = [];
    this.#isWhole = false;
    this.#earliest = performance.now() + INTERVAL;
    this.#isUnderWay = false;
    if (this.#stop) this.#options.send(recorded);
    if (this.#options.latest() !== entry) this.take();
  }

  /** Records the fields that were changed by script, which rrweb does not see where React has replaced their setters first. */
  #recordFields(): void {
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      const { type, value } = field;
      const isChecked = field.checked === true;
      const contents = `${isChecked} ${value}`;
      const id = record.mirror.getId(field);
      if (id < 0 || this.#fields.get(field) === contents) continue;
      this.#fields.set(field, contents);
      const text = TYPED_FIELDS.includes(type) ? markTyped(value) : value;
      this.#events.push({
        type: EventType.IncrementalSnapshot,
        timestamp: Date.now(),
        data: { source: IncrementalSource.Input, id, text, isChecked },
      });
    }
  }
}
