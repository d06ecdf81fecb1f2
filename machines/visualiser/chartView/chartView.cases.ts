import type { Cases } from '../../paths/index.ts';
import type { chartViewMachine, Place } from './chartView.machine.ts';

const place: Place = {
  anchor: 'contact.editing',
  at: { x: 10, y: -20 },
  drawn: { scale: 1, direction: 'DOWN' },
};

export const chartViewCases = {
  input: { place: null },
  events: {
    resized: { 'to a phone': { size: { width: 360, height: 640 } } },
    moved: { 'by a drag': { place } },
    fitRequested: { 'by its button': {} },
    followRequested: { 'by its button': {} },
    lit: { 'a state': { id: 'contact.editing' }, nothing: { id: null } },
  },
  outcomes: {},
  project: ({ size, place, lit }) => ({ size, place, lit }),
} satisfies Cases<typeof chartViewMachine, Record<never, never>>;
