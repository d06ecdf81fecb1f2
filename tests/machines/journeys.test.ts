import { describe } from 'vitest';
import { chosenFlows } from '../support/chosenFlows.ts';
import { defineJourneyTests } from './flowTests.ts';

describe.each(chosenFlows)('$id', defineJourneyTests);
