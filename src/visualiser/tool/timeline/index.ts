/** The timeline, as far as tests need it: the words of an entry. */
export { told } from './displayed.ts';
