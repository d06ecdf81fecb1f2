/** Plans paths for the visualiser. */
export { handleRequest } from './planner.ts';
