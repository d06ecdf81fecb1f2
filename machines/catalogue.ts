import type { Flow } from './paths/flow.ts';
import { registrationFlow } from './registration/registration.flow.ts';

/** Every flow of the product. Tests, tables, charts and the visualiser read this list. */
export const catalogue: readonly Flow[] = [registrationFlow];
