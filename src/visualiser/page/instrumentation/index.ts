/** The flows of a page as the visualiser inspects them, and what they wait for. */
export { Inspection } from './inspection.ts';
