const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a day, which begins at midnight in India, or a time with its zone.
 *
 * @param text Such as `2026-11-01`, `2026-11-01T09:30Z` or `2026-11-01T15:00+05:30`.
 * @returns The time in ISO 8601, UTC; undefined for anything else.
 */
export function parseSince(text: string): string | undefined {
  if (!isDay(text.slice(0, 10))) return undefined;
  if (DAY.test(text)) return new Date(`${text}T00:00+05:30`).toISOString();
  const time = TIME_WITH_ZONE.test(text) ? new Date(text) : undefined;
  return time && isValid(time) ? time.toISOString() : undefined;
}

const isValid = (date: Date): boolean => !Number.isNaN(date.getTime());

/** Whether the calendar has the day: a Date makes March of the 30th of February. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return isValid(date) && date.toISOString().startsWith(text);
}
