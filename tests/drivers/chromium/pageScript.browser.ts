import { usableElements, watchTouches } from '../../../src/visualiser/shared/controls/index.ts';
import { documentProblems, findings } from '../../../src/visualiser/shared/findings/index.ts';
import { reportMicrosteps } from '../../../src/visualiser/shared/microsteps.ts';
import { appearance, findUsable } from './controls.browser.ts';

// Runs in a page of the built site before its own scripts.
reportMicrosteps();
Object.assign(window, { findings, documentProblems, usableElements, findUsable, appearance });
watchTouches((_, control) => window.reportTouched?.(control));
