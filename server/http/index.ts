/** The web server without the service: a built site, served as the service serves it, and what its headers are made of. */

export { readSite } from '../site/readSite.ts';
export { readSiteRequirements } from '../site/siteRequirements.ts';
export { createApp } from './app.ts';
export { registerNotFoundHandler } from './errorResponses.ts';
