import { describe } from 'vitest';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { defineJourneyTests } from './flowTests.ts';

describe.each(chosenOnMachine)('$id', defineJourneyTests);
