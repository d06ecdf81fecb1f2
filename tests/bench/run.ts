import { benchServer } from './server.ts';

/** Prints every figure that the documents speak of, as ratios measured in one run. */
await benchServer();
