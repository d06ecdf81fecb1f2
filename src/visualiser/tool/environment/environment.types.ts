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
  /** A language tag; null for that of the browser, as below. */
  locale: string | null;
  colorScheme: 'light' | 'dark' | null;
  reducedMotion: 'reduce' | 'no-preference' | null;
};

/** The environment of the browser. */
export const browserSettings: EnvironmentSettings = {
  network: 'normal',
  answers: [],
  locale: null,
  colorScheme: null,
  reducedMotion: null,
};

/** Settings that a tester has saved under a name. */
export type Scenario = { name: string; flow: string; settings: EnvironmentSettings };
