/** The inspected flows of a page, and their pending actors. */
export { Inspection } from './inspection.ts';
