/** The value of `className`, without the missing names. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
