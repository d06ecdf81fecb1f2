import { never, type Property } from '../paths/index.ts';

/** The property that an event with both actions performs them in this order. */
export const performedInOrder = (type: string, first: string, second: string): Property =>
  never(`"${second}" is performed before "${first}" on "${type}"`, ({ step, actions }) => {
    if (step.event.type !== type) return false;
    const performed = actions().map((action) => action.type);
    return performed.includes(second) && performed.indexOf(first) > performed.indexOf(second);
  });
