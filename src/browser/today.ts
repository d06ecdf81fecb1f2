/** Returns today's date for the visitor, as YYYY-MM-DD, which is the Swedish format. */
export const today = (): string => new Date().toLocaleDateString('sv-SE');
