/** The timeline, as far as tests ask for it: what an entry says. */
export { told } from './displayed.ts';
