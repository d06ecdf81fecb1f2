const COUNTRY = '91';
const DIGITS = 10;

const isDigit = (character: string) => /^\p{Nd}$/u.test(character);

/** The value of a digit of any script, as 0 to 9: Unicode keeps them in tens, each from nought to nine without a gap. */
function asciiDigit(digit: string): string {
  const place = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(String.fromCodePoint(place - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * What a phone field keeps of what was typed or pasted: at most ten digits, without country code or
 * trunk zero (`+91 98765-43210`, `091 98765 43210` and `098765 43210` all give `9876543210`).
 * Digits of other scripts count as well. A `+91` that is still being typed is left standing. Spec §9, phone inputs.
 */
export function tenDigits(text: string): string {
  const typed = text.replace(/\p{Nd}/gu, asciiDigit).replace(/[^\d+]/g, '');
  if (typed !== '' && `+${COUNTRY}`.startsWith(typed)) return typed;
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith(`+${COUNTRY}`)) return digits.slice(COUNTRY.length, COUNTRY.length + DIGITS);
  const national = digits.length > DIGITS ? digits.replace(/^0+/, '') : digits;
  const subscriber =
    national.length === COUNTRY.length + DIGITS && national.startsWith(COUNTRY)
      ? national.slice(COUNTRY.length)
      : national;
  return subscriber.slice(0, DIGITS);
}
