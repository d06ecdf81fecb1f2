export { type Control, type TouchedControl, usableElements, watchTouches } from './controls.ts';
