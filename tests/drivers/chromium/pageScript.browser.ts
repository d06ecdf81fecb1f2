import { documentProblems, findings } from '../../../src/visualiser/shared/findings/index.ts';
import { reportMicrosteps } from '../../../src/visualiser/shared/microsteps.ts';

// Runs in a page of the built site before its own scripts.
reportMicrosteps();
window.findings = findings;
window.documentProblems = documentProblems;
