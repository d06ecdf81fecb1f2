import '@testing-library/jest-dom/vitest';
import { vi } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { reportMicrostep } from '../../src/flows/microsteps.ts';

// The flows are inspected here as in a build with the visualiser, but without its connection.
vi.mock('../../src/flows/inspection.ts', () => ({
  inspection: {
    actorOptions: (flow: string) => ({ inspect: (event: InspectionEvent) => reportMicrostep(flow, event) }),
  },
}));

// happy-dom does no layout: what stands in the page counts as shown.
Element.prototype.checkVisibility ??= function (this: Element) {
  return this.isConnected;
};

// happy-dom loads no page into a frame, and would complain of each: they stay empty.
const { getAttribute } = Element.prototype;
HTMLIFrameElement.prototype.getAttribute = function (this: Element, name: string) {
  return name === 'srcdoc' ? '' : getAttribute.call(this, name);
};
