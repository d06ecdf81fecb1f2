import { reportMicrosteps } from '../../../src/visualiser/shared/microsteps.ts';

// Runs in a page of the built site before its own scripts: its flows dispatch the event "microstep".
reportMicrosteps();
