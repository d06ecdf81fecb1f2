const COUNTRY_CODE = '91';
const NATIONAL_LENGTH = 10;

const isDigit = (character: string) => /\p{Nd}/u.test(character);

/** The ASCII form of a digit of any script. Unicode orders the digits of a script from 0 to 9 without a gap. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let digitsBefore = 0;
  while (isDigit(String.fromCodePoint(codePoint - digitsBefore - 1))) digitsBefore += 1;
  return String(digitsBefore % 10);
}

/**
 * The digits without trunk zeros and country code. Ten digits or fewer stay: a number may itself begin with 91,
 * and a number may be incomplete during typing.
 */
function nationalDigits(digits: string): string {
  if (digits.length <= NATIONAL_LENGTH) return digits;
  if (digits.startsWith(`00${COUNTRY_CODE}`)) return nationalDigits(digits.slice(2 + COUNTRY_CODE.length));
  if (digits.startsWith('00')) return digits;
  if (digits.startsWith('0')) return nationalDigits(digits.slice(1));
  return digits.startsWith(COUNTRY_CODE) ? nationalDigits(digits.slice(COUNTRY_CODE.length)) : digits;
}

/** The digits of an Indian number without its prefix, or another number with its prefix, however long. */
function nationalNumber(text: string): string {
  const written = text
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/\uFF0B/g, '+')
    .replace(/[^\d+]/g, '');
  const digits = written.replace(/\D/g, '');
  if (!written.startsWith('+')) return nationalDigits(digits);
  const isIndian = digits.startsWith(COUNTRY_CODE) && digits.length > COUNTRY_CODE.length;
  return isIndian ? nationalDigits(digits.slice(COUNTRY_CODE.length)) : `+${digits}`;
}

/**
 * The value of a phone field for its text, at most ten characters: the ten digits of an Indian number however it
 * is written (`+91 98765-43210`, `0091 98765 43210`, `919876543210`, `098765 43210`, digits of other scripts). An
 * incomplete prefix stays. So does the prefix of another country, for which `isPhone` returns false. Spec §9,
 * phone inputs.
 */
export const normalizePhone = (text: string): string => nationalNumber(text).slice(0, NATIONAL_LENGTH);

/** Whether a phone field accepts a text during typing: digits and separators, and no digit too many. */
export const isTypablePhone = (text: string): boolean =>
  /^[\p{Nd}+\uFF0B\s().-]*$/u.test(text) && nationalNumber(text).length <= NATIONAL_LENGTH;

/** An Indian number as the browser's `pattern` has it: ten digits without the trunk prefix 0. Spec §5, §9. */
export const PHONE_PATTERN = '[1-9][0-9]{9}';

const PHONE = new RegExp(`^${PHONE_PATTERN}$`);

/** Whether a text is an Indian number. */
export const isPhone = (text: string): boolean => PHONE.test(text);
