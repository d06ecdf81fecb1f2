import type { Flow } from './paths/index.ts';

/** Whether the server runs a flow, which then has no page. */
export const isOfServer = ({ id }: Pick<Flow, 'id'>): boolean => id === 'order';

/** Whether a flow is one of the visualiser: these have no page of the site. */
export const isOfTool = (flow: Flow): boolean => flow.page === null && !isOfServer(flow);

/** The folder of a flow in `machines/`. */
export const folderOf = (flow: Flow): string => (isOfTool(flow) ? `visualiser/${flow.id}` : flow.id);

/** The path of a flow's file: `machines/contact/contact.cases.ts`. */
export const fileOf = (flow: Flow, part: string): string =>
  `machines/${folderOf(flow)}/${flow.id}.${part}.ts`;

/** The path of a flow's written plan: `machines/contact/contact.paths.md`. */
export const planFileOf = (flow: Flow): string => `machines/${folderOf(flow)}/${flow.id}.paths.md`;
