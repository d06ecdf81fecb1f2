import type { ChartState } from '../../machines/paths/chart.ts';
import type { BuildModel, FlowModel } from '../../machines/paths/flowModel.ts';

const stateOf = (id: string, changes: Partial<ChartState> = {}): ChartState => ({
  ...{ id, key: id.slice(id.lastIndexOf('.') + 1), parent: id.includes('.') ? 'contact' : null },
  ...{ type: 'atomic', tags: [], entry: [], exit: [], invokes: [] },
  ...changes,
});

/** Returns the model of a small flow with two states besides the machine itself, the second of a given name. */
const contactWith = (second: string, idle: Partial<ChartState>, changes: Partial<FlowModel>): FlowModel => ({
  ...{ id: 'contact', title: 'Contact message' },
  chart: {
    id: 'contact',
    states: [stateOf('contact'), stateOf('contact.idle', idle), stateOf(`contact.${second}`)],
    initialArrows: [],
    transitions: [],
  },
  ...{ guards: {}, delays: {}, messages: [], paths: [], coverage: [] },
  ...changes,
});

const unchanged: FlowModel = { ...contactWith('new', {}, {}), id: 'callBack', title: 'Call back' };

/** Two builds of a flow: a state was added, one removed and one altered, a delay is longer, and coverage was lost. */
export const earlierBuild: BuildModel = {
  build: 'one',
  flows: [
    contactWith(
      'broken',
      {},
      { delays: { slow: 10 }, coverage: [{ level: 'paths', covered: ['contact.idle'] }] },
    ),
    unchanged,
    { ...unchanged, id: 'old', title: 'Old' },
  ],
};

export const laterBuild: BuildModel = {
  build: 'two',
  flows: [
    contactWith(
      'new',
      { tags: ['busy'] },
      { delays: { slow: 20 }, coverage: [{ level: 'paths', covered: [] }] },
    ),
    unchanged,
    { ...unchanged, id: 'scholarship', title: 'Scholarship' },
  ],
};
