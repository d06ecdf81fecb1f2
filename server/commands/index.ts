/** The commands as a seam: the work of an operator's program, without the program. */
export { outputOf } from './commandLine.ts';
export { type OperatorCommand, runOperatorCommand } from './operatorCommands.ts';
