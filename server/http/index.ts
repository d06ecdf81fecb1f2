/** The web server without the service: a built site, served as the service serves it, and what its headers are made of. */
export { createApp } from './app.ts';
export { registerNotFoundHandler } from './errorResponses.ts';
export { readSiteRequirements } from './siteRequirements.ts';
export { readSite } from './staticFiles.ts';
