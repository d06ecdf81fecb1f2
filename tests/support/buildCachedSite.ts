import { cachedSite } from './build.ts';

/** Builds the site that browser tests visit, if it has changed. */
await cachedSite();
