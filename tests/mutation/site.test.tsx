import { isOfTool } from '../../machines/folders.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { defineMutantTests } from './mutants.ts';

defineMutantTests(chosenFlows.filter((flow) => !isOfTool(flow)));
