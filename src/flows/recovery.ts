/** How a visitor goes on after something of a page has thrown. */
export type Recovery = {
  /** The sentence that says which details and payments are safe. */
  text: string;
  /** The label of the button. */
  verb: string;
  /** Is called once the button has rendered the page again. */
  recover: () => void;
};

/** A flow whose machine has ended with an error, with how the visitor goes on. */
export class FlowError extends Error {
  readonly recovery: Recovery;

  constructor(cause: unknown, recovery: Recovery) {
    super('A flow has ended with an error.', { cause });
    this.recovery = recovery;
  }
}

const pageRecovery: Recovery = {
  text: 'Please try again. If it does not help, load the page anew, or call or write to us.',
  verb: 'Try again',
  recover: () => {},
};

/** The way on for the visitor after an error of a page or of a part of it. */
export const recoveryFrom = (error: unknown): Recovery =>
  error instanceof FlowError ? error.recovery : pageRecovery;
