import { replayClickWhenHydrated } from './browser/clickReplay.ts';
import { loadPageModules, whenPaintedOrInteracted } from './browser/deferredModules.ts';

// Inlined in every document: the page is painted first and hydrated then.
replayClickWhenHydrated();
whenPaintedOrInteracted().then(loadPageModules);
