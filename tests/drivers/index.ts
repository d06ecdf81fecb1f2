import type { Driver } from './driver.ts';
import { registrationDriver } from './registration.driver.ts';

/** The driver of each flow, by its id. */
export const drivers: Record<string, Driver> = { registration: registrationDriver };
