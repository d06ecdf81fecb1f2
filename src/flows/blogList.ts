import { blogListMachine } from '../../machines/blogList/blogList.machine.ts';
import type { SiteFlow } from './useFlow.ts';

export const blogList: SiteFlow<typeof blogListMachine> = { id: 'blogList', machine: blogListMachine };
