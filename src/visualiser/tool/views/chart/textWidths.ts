/** Advance widths of the site's text font from the space to the tilde, in thousandths of its size; measured with Chromium. */
const CHARACTER_WIDTHS = {
  regular: [
    211, 232, 345, 591, 521, 741, 628, 179, 292, 293, 383, 501, 188, 407, 191, 416, 566, 336, 470, 492, 522,
    521, 541, 460, 556, 540, 200, 199, 516, 516, 516, 440, 835, 581, 581, 508, 592, 523, 501, 590, 620, 236,
    412, 567, 487, 747, 620, 599, 561, 599, 576, 521, 531, 610, 570, 818, 566, 548, 518, 306, 416, 306, 422,
    453, 285, 494, 537, 434, 537, 500, 376, 513, 533, 217, 231, 495, 218, 816, 533, 520, 537, 537, 373, 441,
    396, 533, 494, 749, 488, 494, 452, 338, 243, 338, 540,
  ],
  strong: [
    206, 249, 386, 592, 533, 773, 659, 200, 314, 314, 391, 507, 217, 387, 221, 443, 594, 357, 487, 505, 554,
    538, 566, 481, 574, 566, 228, 228, 514, 517, 514, 457, 851, 608, 600, 517, 611, 538, 514, 615, 642, 260,
    414, 591, 499, 777, 642, 623, 580, 623, 595, 533, 551, 632, 596, 845, 589, 572, 532, 315, 443, 315, 444,
    445, 323, 516, 556, 443, 556, 519, 380, 525, 555, 242, 252, 527, 243, 840, 555, 537, 556, 556, 388, 457,
    401, 555, 515, 771, 515, 515, 467, 344, 256, 344, 548,
  ],
};

const WIDEST_CHARACTER = 851;

/** The width of a line of text in the unit of its size, with 3 % more for a wider fallback font. */
export function textWidth(
  text: string,
  size: number,
  weight: keyof typeof CHARACTER_WIDTHS = 'regular',
): number {
  const widths = CHARACTER_WIDTHS[weight];
  const sum = [...text].reduce(
    (total, letter) => total + (widths[(letter.codePointAt(0) ?? 0) - 32] ?? WIDEST_CHARACTER),
    0,
  );
  return Math.ceil((sum * size * 1.03) / 1000);
}
