/** The web server without the service: a built site as the service serves it, and the parts of its headers. */

export { readSite } from '../site/readSite.ts';
export { readSiteRequirements } from '../site/siteRequirements.ts';
export { createApp } from './app.ts';
export { registerNotFoundHandler } from './errorResponses.ts';
