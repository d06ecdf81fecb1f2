import type { EnvironmentSettings } from './visualiserEnvironment.types.ts';

/** The environment of the browser. */
export const browserSettings: EnvironmentSettings = { network: 'normal', answers: [], isTranslated: false };
