import { cachedSite } from './build.ts';

/** Builds the site that browser tests visit, where it has changed. */
await cachedSite();
