import { ancestorsOf } from './elements.ts';

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const known = new Map<string, Colour>();
let painter: CanvasRenderingContext2D | null | undefined;

/** Returns the components of a colour in any notation of CSS. */
function parseColour(text: string): Colour {
  const found = known.get(text);
  if (found) return found;
  painter ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!painter) throw new Error('the browser has no canvas');
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = text;
  painter.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = painter.getImageData(0, 0, 1, 1).data;
  const colour = [red, green, blue, alpha / 255] as const;
  known.set(text, colour);
  return colour;
}

const WHITE: Colour = [255, 255, 255, 1];

/** Returns the colour that lies behind the text of an element. */
export function backgroundOf(element: Element | null): Colour {
  for (const around of element ? ancestorsOf(element) : []) {
    const colour = parseColour(getComputedStyle(around).backgroundColor);
    if (colour[3] > 0.5) return colour;
  }
  return WHITE;
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast of a colour with what is behind it, from 1 to 21; that of a transparent one is 1. */
export function contrast(text: string, behind: Colour): number {
  const colour = parseColour(text);
  if (colour[3] < 0.5) return 1;
  const [light = 0, dark = 0] = [luminance(colour), luminance(behind)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

export const ratio = (value: number): string => `${value.toFixed(1)}:1`;
