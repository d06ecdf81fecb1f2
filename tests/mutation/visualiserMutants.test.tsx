import { isOfTool } from '../../machines/folders.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { testMutants } from './testMutants.ts';

/** The mutants of the flows of the visualiser. */
testMutants(chosenOnMachine.filter(isOfTool));
