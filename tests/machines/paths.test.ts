import { describe } from 'vitest';
import { chosenFlows } from '../support/chosenFlows.ts';
import { definePathTests } from './flowTests.ts';

describe.each(chosenFlows)('$id', definePathTests);
