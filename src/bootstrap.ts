import { replayClickWhenHydrated } from './browser/clickReplay.ts';
import { loadPageModules, whenPaintedOrInteracted } from './browser/deferredModules.ts';

// Inlined in every document, so that the page is painted before it is hydrated.
replayClickWhenHydrated();
void whenPaintedOrInteracted().then(loadPageModules);
