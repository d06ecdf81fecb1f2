/** An answer of the server as a tester writes it, to the call of one actor. */
export type ServerAnswer = {
  actor: string;
  /** From 200 to 599. */
  status: number;
  /** JSON, or another text that is sent as HTML. */
  body: string;
  /** In milliseconds. */
  delay: number;
  /** The number of calls in a row that are answered so. */
  times: number;
};

/** The environment that a tester sets for the page of a flow. */
export type EnvironmentSettings = {
  network: 'normal' | 'slow' | 'lost';
  answers: readonly ServerAnswer[];
  isTranslated: boolean;
};

export type EnvironmentContext = {
  settings: EnvironmentSettings;
  /** The flow whose server the answers are for. */
  flow: string | null;
  /** How often each answer is still to be given. */
  left: readonly number[];
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
  /** The page of another tab is followed. */
  | { type: 'pageFollowed'; tab: string };
