import { chosenOnMachine, isOfTool } from '../support/chosenFlows.ts';
import { defineMutantTests } from './mutants.ts';

defineMutantTests(chosenOnMachine.filter(isOfTool));
