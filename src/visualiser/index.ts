/**
 * The entry point of the visualiser: the plugins that build and serve the site with it, and the name of the build.
 */
export { buildVersion } from './build/buildVersion.ts';
export { builtVisualiser, servedVisualiser } from './build/vitePlugins.ts';
