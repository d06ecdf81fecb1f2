import { HYDRATED } from '../../../browser/beforeHydration.ts';
import { storageKeys } from '../../shared/channel/names.ts';
import { type PageEnvironment, readPageEnvironment } from '../../shared/channel/protocol.ts';
import { type Translation, translatePage } from '../../shared/translation/index.ts';
import type { InvokedActor, InvokedActors } from '../instrumentation/invokedActors.ts';
import { tabItem } from '../instrumentation/tab.ts';

/** The environment of a page without a visualiser. */
const defaultEnvironment: PageEnvironment = {
  isOffline: false,
  answers: [],
  isTranslated: false,
};

const savedEnvironment = tabItem(storageKeys.environment, readPageEnvironment);

/** Makes the browser report no network, or the true state, and tells the page of a change. */
function setOffline(isOffline: boolean): void {
  const wasOnline = navigator.onLine;
  if (isOffline) Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  else Reflect.deleteProperty(navigator, 'onLine');
  if (navigator.onLine !== wasOnline)
    window.dispatchEvent(new Event(navigator.onLine ? 'online' : 'offline'));
}

/** Lets the browser translate the page, once it is hydrated, or puts it back. */
function pageTranslation() {
  let translation: Translation | null = null;
  let isWanted = false;
  const apply = () => {
    if (isWanted) translation ??= translatePage();
    else translation?.putBack();
    if (!isWanted) translation = null;
  };
  return (isTranslated: boolean): void => {
    isWanted = isTranslated;
    if (document.documentElement.dataset.hydrated !== undefined) apply();
    else window.addEventListener(HYDRATED, apply, { once: true });
  };
}

/** The environment of a page as a visualiser has set it: answers of actors, network and translation. */
export class ConfiguredEnvironment {
  readonly #invokedActors: InvokedActors;
  readonly #setTranslated = pageTranslation();
  #environment = savedEnvironment.read() ?? defaultEnvironment;

  constructor(invokedActors: InvokedActors) {
    this.#invokedActors = invokedActors;
    invokedActors.answer = (invokedActor, start) => this.#answer(invokedActor, start);
    this.#apply();
  }

  /** Remaining uses of each limited answer. */
  get answersLeft(): number[] {
    return this.#environment.answers.flatMap(({ times }) => (times === null ? [] : [times]));
  }

  /** Sets the environment of this page and of the next ones in its tab or frame. */
  set(environment: PageEnvironment): void {
    savedEnvironment.save(environment);
    this.#environment = environment;
    this.#apply();
  }

  /** Leaves everything to the browser again. */
  reset(): void {
    savedEnvironment.save(null);
    this.#environment = defaultEnvironment;
    this.#apply();
  }

  #apply(): void {
    const { isOffline, isTranslated } = this.#environment;
    setOffline(isOffline);
    this.#setTranslated(isTranslated);
  }

  /** Gives an actor its next answer; false where there is none. */
  #answer({ id, flow, actor }: InvokedActor, start: () => void): boolean {
    const { answers } = this.#environment;
    const answer = answers.find((one) => one.flow === flow && one.actor === actor && one.times !== 0);
    if (!answer) return false;
    if (answer.times !== null) {
      answer.times -= 1;
      savedEnvironment.save(this.#environment);
    }
    setTimeout(() => {
      if (!this.#invokedActors.active.has(id)) return;
      if (answer.outcome.kind === 'real') start();
      else this.#invokedActors.settle(id, answer.outcome);
    }, answer.delay);
    return true;
  }
}
