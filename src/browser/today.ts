/** The day that it is for the visitor, as YYYY-MM-DD: Sweden writes dates so. */
export const today = (): string => new Date().toLocaleDateString('sv-SE');
