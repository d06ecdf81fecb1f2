/** The name of the event that marks where an entry of the timeline stands among the recorded changes of a page. */
export const ENTRY_MARK = 'entry';
