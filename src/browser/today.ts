/** Today's date in India, wherever the visitor is, as YYYY-MM-DD, which is the Swedish format. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
