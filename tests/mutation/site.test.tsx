import { isOfTool } from '../../machines/folders.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { defineMutantTests } from './mutants.ts';

defineMutantTests(chosenOnMachine.filter((flow) => !isOfTool(flow)));
