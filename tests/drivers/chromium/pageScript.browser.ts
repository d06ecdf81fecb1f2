import { documentProblems, findings } from '../../../src/visualiser/shared/findings/index.ts';
import { reportMicrosteps } from '../../../src/visualiser/shared/microsteps.ts';
import { appearance, findUsable, usableElements } from './controls.browser.ts';

// Runs in a page of the built site before its own scripts.
reportMicrosteps();
Object.assign(window, { findings, documentProblems, usableElements, findUsable, appearance });
