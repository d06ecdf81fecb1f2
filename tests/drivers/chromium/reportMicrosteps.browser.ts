import { reportMicrosteps } from '../../../src/visualiser/shared/microsteps.ts';

// Runs in a page of the built site before its own scripts.
reportMicrosteps();
