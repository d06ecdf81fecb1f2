import '@testing-library/jest-dom/vitest';
import { afterEach } from 'vitest';
import { reportMicrosteps } from '../../src/visualiser/shared/microsteps.ts';

// West of Greenwich, where midnight in UTC is the day before: a day in words is the same there.
process.env.TZ = 'America/Los_Angeles';

// The same as the visualiser uses for its own flows: without pausing and restarting.
reportMicrosteps();

// happy-dom does no layout, so that every element in the page counts as visible.
Element.prototype.checkVisibility ??= function (this: Element) {
  return this.isConnected;
};

// happy-dom has no locks. Nothing else asks for them here, so that each is given at once.
Object.defineProperty(navigator, 'locks', {
  value: { request: async (_: string, hold: () => unknown) => hold() },
});

// happy-dom loads no page into a frame and reports an error for each, so that frames stay empty.
const { getAttribute } = Element.prototype;
HTMLIFrameElement.prototype.getAttribute = function (this: Element, name: string) {
  return name === 'srcdoc' ? '' : getAttribute.call(this, name);
};

// React reports errors of event handlers to the window alone, so that their test would pass.
const thrown: unknown[] = [];
window.addEventListener('error', ({ error }) => thrown.push(error));
afterEach(() => {
  for (const error of thrown.splice(0)) throw error;
});
