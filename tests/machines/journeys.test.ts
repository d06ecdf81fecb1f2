import { describe } from 'vitest';
import { chosenFlows } from '../support/chosenFlows.ts';
import { journeyTests } from './flowTests.ts';

describe.each(chosenFlows)('$id', journeyTests);
