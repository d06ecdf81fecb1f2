import type { Page } from 'playwright-core';

type Condition = {
  size: { width: number; height: number };
  media: Parameters<Page['emulateMedia']>[0];
};

const PHONE = { width: 360, height: 740 };

const condition = (size: Condition['size'], media: Condition['media'] = {}): Condition => ({
  size,
  media: { media: 'screen', colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce', ...media },
});

/** The conditions on which the promises are asked, in this order. All of them ask for less motion. */
export const conditions = {
  'a phone': condition(PHONE),
  'a phone in forced colours': condition(PHONE, { forcedColors: 'active' }),
  'a phone in the dark scheme': condition(PHONE, { colorScheme: 'dark' }),
  'a printer': condition(PHONE, { media: 'print' }),
  '320 px': condition({ width: 320, height: 640 }),
};

export type ConditionName = keyof typeof conditions;
