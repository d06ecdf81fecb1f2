/** The payment simulator without a service: a stand-in for the provider, and the scenarios that it plays. */
export { scenarios } from './scenarios.ts';
export { startSimulator } from './simulator.ts';
export { createSimulatorTables } from './tables.ts';
