import * as v from 'valibot';

const answerSchema = v.object({
  actor: v.string(),
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  /** JSON, or another text that is sent as HTML. */
  body: v.string(),
  /** In milliseconds. */
  delay: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
  /** How many calls in a row are answered so. */
  times: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
});

/** An answer of the server as a tester writes it, to the call of one actor. */
export type ServerAnswer = v.InferOutput<typeof answerSchema>;

/** What the browser makes of the page: its media features, null for those of the browser, and its translation. */
export const browserEntries = {
  colorScheme: v.nullable(v.picklist(['light', 'dark'])),
  reducedMotion: v.nullable(v.picklist(['reduce', 'no-preference'])),
  /** Not in scenarios that were saved before. */
  isTranslated: v.optional(v.boolean(), false),
};

const settingsSchema = v.object({
  network: v.picklist(['normal', 'slow', 'lost']),
  answers: v.pipe(v.array(answerSchema), v.readonly()),
  ...browserEntries,
});

/** The environment that a tester sets for the page of a flow. */
export type EnvironmentSettings = v.InferOutput<typeof settingsSchema>;

export const scenarioSchema = v.object({ name: v.string(), flow: v.string(), settings: settingsSchema });

/** Settings that a tester has saved under a name. */
export type Scenario = v.InferOutput<typeof scenarioSchema>;

export type EnvironmentContext = {
  settings: EnvironmentSettings;
  /** The flow whose server the answers are for. */
  flow: string | null;
  /** How often each answer is still to be given. */
  left: readonly number[];
  scenarios: readonly Scenario[];
  /** The tab whose page has the environment; null before a page is followed. */
  tab: string | null;
};

export type EnvironmentEvent =
  | { type: 'set'; settings: Partial<Omit<EnvironmentSettings, 'answers'>> }
  | { type: 'answerAdded'; flow: string; answer: ServerAnswer }
  | { type: 'answersRemoved' }
  /** The page reports how often it is still to give each answer. */
  | { type: 'answersUsed'; left: readonly number[] }
  | { type: 'reset' }
  | { type: 'saved'; flow: string; name: string }
  | { type: 'removed'; scenario: Scenario }
  /** The settings of a scenario are set again, of a kept one or one from a link. */
  | { type: 'opened'; scenario: Scenario }
  /** The settings of a scenario are set again, and the page of its flow is loaded with them. */
  | { type: 'replayed'; scenario: Scenario }
  /** The page of another tab is followed. */
  | { type: 'pageFollowed'; tab: string };
