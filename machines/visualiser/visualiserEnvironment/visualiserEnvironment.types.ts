/** An answer of the server as a tester writes it, to the call of one actor. */
export type ServerAnswer = {
  actor: string;
  /** From 200 to 599. */
  status: number;
  /** JSON, or another text that is sent as HTML. */
  body: string;
  /** In milliseconds. */
  delay: number;
  /** How many calls in a row are answered so. */
  times: number;
};

export const networks = ['normal', 'slow', 'lost'] as const;
export type Network = (typeof networks)[number];

/** The environment that a tester sets for the page of a flow. */
export type EnvironmentSettings = {
  network: Network;
  answers: readonly ServerAnswer[];
  /** Null for that of the browser, as below. */
  colorScheme: 'light' | 'dark' | null;
  reducedMotion: 'reduce' | 'no-preference' | null;
};

/** Settings that a tester has saved under a name. */
export type Scenario = { name: string; flow: string; settings: EnvironmentSettings };

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
