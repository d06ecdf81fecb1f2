import { vi } from 'vitest';
import * as content from '../../../src/content/postings.ts';
import type { BuildDriver } from '../pageDriver.ts';

/** Replaces what a build of the site contains. Nothing is prerendered in the DOM. */
export const domBuild = (): BuildDriver => ({
  disablePrerendering: async () => {},
  removePostings: async (category) => {
    const remaining = content.postings.filter((posting) => posting.category !== category);
    vi.spyOn(content, 'postings', 'get').mockReturnValue(remaining);
  },
});
