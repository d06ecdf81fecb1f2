/** The door of the visualiser: the plugins with which the site is built and served with it, and the name of the build. */
export { buildVersion } from './build/buildVersion.ts';
export { builtVisualiser, servedVisualiser } from './build/vitePlugins.ts';
