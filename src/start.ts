import { keepPress } from './browser/early.ts';
import { fetchModules, whenShown } from './browser/quiet.ts';

// Stands in every document itself: the page is shown first, and comes to life then.
keepPress();
whenShown().then(fetchModules);
