import { replayWhenHydrated } from './browser/beforeHydration.ts';
import { loadPageModules, whenPaintedOrInteracted } from './browser/deferredModules.ts';

// Inlined in every document, so that the page is painted before it is hydrated.
replayWhenHydrated();
void whenPaintedOrInteracted().then(loadPageModules);
