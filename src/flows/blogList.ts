import { blogListMachine } from '../../machines/blogList/blogList.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The list of blog posts. */
export const blogList: SiteFlow<typeof blogListMachine> = { id: 'blogList', machine: blogListMachine };
