import { describe } from 'vitest';
import { chosenFlows } from '../support/chosenFlows.ts';
import { pathTests } from './flowTests.ts';

describe.each(chosenFlows)('$id', pathTests);
