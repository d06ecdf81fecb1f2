import { describe } from 'vitest';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { definePathTests } from './flowTests.ts';

describe.each(chosenOnMachine)('$id', definePathTests);
