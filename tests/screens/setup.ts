import '@testing-library/jest-dom/vitest';
import type { InspectionEvent } from 'xstate';
import { inspectFlows } from '../../src/flows/inspection.ts';
import { reportMicrostep } from '../../src/visualiser/instrumentation/microsteps.ts';

// As the visualiser inspects its own flows: without pausing and restarting.
inspectFlows((flow) => ({ inspect: (event: InspectionEvent) => reportMicrostep(flow, event) }));

// happy-dom does no layout: what stands in the page counts as shown.
Element.prototype.checkVisibility ??= function (this: Element) {
  return this.isConnected;
};

// happy-dom loads no page into a frame, and would complain of each: they stay empty.
const { getAttribute } = Element.prototype;
HTMLIFrameElement.prototype.getAttribute = function (this: Element, name: string) {
  return name === 'srcdoc' ? '' : getAttribute.call(this, name);
};
