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
 * Returns the digits without the trunk zeros and the country code before them. Only where there are more than ten: the
 * number itself may begin with 91, and while one is being typed nobody knows yet.
 */
function national(digits: string): string {
  if (digits.length <= DIGITS) return digits;
  if (digits.startsWith(`00${COUNTRY}`)) return national(digits.slice(2 + COUNTRY.length));
  if (digits.startsWith('00')) return digits;
  if (digits.startsWith('0')) return national(digits.slice(1));
  return digits.startsWith(COUNTRY) ? national(digits.slice(COUNTRY.length)) : digits;
}

/**
 * Returns what a phone field keeps of what was typed or pasted, ten characters at most: the ten digits of an Indian number
 * however it is written (`+91 98765-43210`, `0091 98765 43210`, `919876543210`, `098765 43210`, digits of other
 * scripts), whether at once or a character at a time. A prefix that is still being typed stays, and so does one of
 * another country, so that `isPhone` refuses it. Spec §9, phone inputs.
 */
export function tenDigits(text: string): string {
  const typed = text
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/\uFF0B/g, '+')
    .replace(/[^\d+]/g, '');
  const digits = typed.replace(/\D/g, '');
  if (!typed.startsWith('+')) return national(digits).slice(0, DIGITS);
  const isIndian = digits.startsWith(COUNTRY) && digits.length > COUNTRY.length;
  return isIndian ? national(digits.slice(COUNTRY.length)).slice(0, DIGITS) : `+${digits}`.slice(0, DIGITS);
}

/** An Indian number as the browser's `pattern` has it: ten digits, the first of which is no 0, the trunk prefix. Spec §5, §9. */
export const PHONE_PATTERN = '[1-9][0-9]{9}';

const PHONE = new RegExp(`^${PHONE_PATTERN}$`);

/** Whether a text is an Indian number. */
export const isPhone = (text: string): boolean => PHONE.test(text);
