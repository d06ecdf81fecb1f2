/** A case of the flow by its step's name, an event that is no case, or an error of an actor that is no outcome. */
export type CatalogueStep =
  | string
  | { type: string; payload: Readonly<Record<string, unknown>> }
  | { actor: string; error: string };

/** A message that a visitor can read, with the steps that produce it. */
export type CatalogueMessage = {
  where: string;
  condition: string;
  /** The text that the visitor reads. */
  text: string;
  /** Further texts that are shown with it. */
  more?: readonly string[];
  flow: string;
  path: string;
  /** The input of the flow on its page, where it is not that of the cases. */
  input?: object;
  /** Whether the flow starts in its initial state, where its page starts it in another one. */
  startsAnew?: true;
  /** The steps after the page has been loaded. */
  steps: readonly CatalogueStep[];
  /** The field whose problem it is. */
  field?: string;
  /** Where its text is not in the context of the machine: the state in which the page shows it. */
  shownIn?: {
    state: string;
    /** The event that led there. */
    event?: string;
    context?: (context: Readonly<Record<string, unknown>>) => boolean;
  };
};
