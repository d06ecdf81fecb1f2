import { describe } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { pathTests } from './flowTests.ts';

describe.each(catalogue)('$id', pathTests);
