import { describe } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { journeyTests } from './flowTests.ts';

describe.each(catalogue)('$id', journeyTests);
