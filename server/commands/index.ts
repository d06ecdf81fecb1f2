/** The commands as a seam: what an operator's program runs, without the program. */
export { outputOf } from './commandLine.ts';
export { type OperatorCommand, runOperatorCommand } from './operatorCommands.ts';
