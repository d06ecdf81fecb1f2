import '@testing-library/jest-dom/vitest';
import type { InspectionEvent } from 'xstate';
import { inspectFlows } from '../../src/flows/inspection.ts';
import { reportMicrostep } from '../../src/visualiser/instrumentation/microsteps.ts';

// The same as the visualiser uses for its own flows: without pausing and restarting.
inspectFlows((flow) => ({ inspect: (event: InspectionEvent) => reportMicrostep(flow, event) }));

// happy-dom does no layout, so that every element in the page counts as visible.
Element.prototype.checkVisibility ??= function (this: Element) {
  return this.isConnected;
};

// happy-dom loads no page into a frame and reports an error for each, so that frames stay empty.
const { getAttribute } = Element.prototype;
HTMLIFrameElement.prototype.getAttribute = function (this: Element, name: string) {
  return name === 'srcdoc' ? '' : getAttribute.call(this, name);
};
