import * as v from 'valibot';
import type { BuildModel } from '../../../../machines/paths/index.ts';
import { readJson } from '../model/readJson.ts';

/** The path of the file of a build with its flows, which the visualiser of another build compares. */
export const BUILD_FILE = 'visualiser/build.json';

const strings = v.array(v.string());

const state = v.object({
  id: v.string(),
  key: v.string(),
  parent: v.nullable(v.string()),
  type: v.picklist(['atomic', 'compound', 'parallel', 'final', 'history']),
  history: v.exactOptional(v.picklist(['shallow', 'deep'])),
  description: v.exactOptional(v.string()),
  tags: strings,
  entry: strings,
  exit: strings,
  invokes: strings,
});

const transition = v.object({
  id: v.string(),
  source: v.string(),
  targets: strings,
  trigger: v.string(),
  guard: v.exactOptional(v.string()),
  actions: strings,
  reenter: v.boolean(),
});

const flow = v.object({
  id: v.string(),
  title: v.string(),
  chart: v.object({
    id: v.string(),
    states: v.array(state),
    initialArrows: v.array(v.object({ id: v.string(), source: v.string(), target: v.string() })),
    transitions: v.array(transition),
  }),
  guards: v.record(v.string(), v.string()),
  delays: v.record(v.string(), v.nullable(v.number())),
  messages: v.array(v.object({ where: v.string(), condition: v.string(), text: v.string() })),
  paths: v.array(v.object({ steps: v.array(v.object({ name: v.string(), state: v.string() })) })),
  coverage: v.array(v.object({ level: v.string(), covered: strings })),
});

const buildModel = v.object({ build: v.string(), flows: v.array(flow) }) satisfies v.GenericSchema<
  unknown,
  BuildModel
>;

/** Reads the flows of a build from the text of its file; null where the text is none. */
export const readBuildFile = (text: string): BuildModel | null => readJson(text, buildModel);
