/** Somebody or something that sends and receives messages. */
export type Lifeline = { id: string; name: string };

/** One line of a sequence, in the order of time. */
export type SequenceRow = {
  /** The number of the timeline entry that it is of, and its place in it: `12.0`. */
  id: string;
} & (
  | {
      kind: 'message';
      /** Ids of lifelines. */
      from: string;
      to: string;
      text: string;
      /** Whether it answers an earlier message. */
      isReply: boolean;
      /** How often it was sent in a row. */
      times: number;
    }
  /** The next state of a machine, or the error that it has thrown. */
  | { kind: 'note'; over: string; text: string; isFailure: boolean }
  | { kind: 'pageLoaded'; text: string }
);

/** Who sent what to whom. */
export type Sequence = { lifelines: Lifeline[]; rows: SequenceRow[] };
