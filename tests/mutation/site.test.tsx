import { chosenFlows, isOfTool } from '../support/chosenFlows.ts';
import { defineMutantTests } from './mutants.ts';

defineMutantTests(chosenFlows.filter((flow) => !isOfTool(flow)));
