import type { AnyStateMachine } from 'xstate';
import { registration } from '../../src/flows/registration.ts';

/** Each flow as the site runs it, by its id. */
export const siteFlows: Record<string, { machine: AnyStateMachine }> = { registration };
