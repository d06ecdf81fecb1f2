/** The first 64 primes, of whose roots the constants are made. */
const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter((number) =>
  Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor !== 0),
);

/** Returns the first 32 bits of the fraction of a number. */
const fractionBits = (number: number): number => ((number % 1) * 2 ** 32) | 0;

const INITIAL_STATE = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUND_CONSTANTS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Returns the bytes with the padding and the length in bits, in blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 4, bytes.length * 8);
  return view;
}

/** Returns the 64 words of the schedule of a block. */
function scheduleOf(view: DataView, start: number): number[] {
  const words: number[] = [];
  const word = (index: number) => words[index] ?? 0;
  for (let index = 0; index < 64; index += 1) {
    const [early, late] = [word(index - 15), word(index - 2)];
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words.push(
      index < 16
        ? view.getInt32(start + 4 * index)
        : (word(index - 16) + mixedEarly + word(index - 7) + mixedLate) | 0,
    );
  }
  return words;
}

/**
 * Returns the SHA-256 of a text's UTF-8 bytes, in hex. In plain code, because a browser has it in secure contexts alone,
 * and not at once. FIPS 180-4.
 */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  let state = INITIAL_STATE;
  for (let start = 0; start < view.byteLength; start += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    scheduleOf(view, start).forEach((word, round) => {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const next = h + mixedE + choice + (ROUND_CONSTANTS[round] ?? 0) + word;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + next) | 0, c, b, a, (next + mixedA + majority) | 0];
    });
    const mixed = [a, b, c, d, e, f, g, h];
    state = state.map((word, index) => (word + (mixed[index] ?? 0)) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
