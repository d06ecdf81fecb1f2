import { heroSlideshowCases } from '../../machines/heroSlideshow/heroSlideshow.cases.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';
import type { UserDriver } from './pageDriver.ts';

const PAUSE = 'Pause the slideshow';
const PLAY = 'Play the slideshow';
const PREVIOUS = 'Previous slide';
const NEXT = 'Next slide';

/** Presses a button by the keyboard: a press with the mouse would bring the pointer along. */
async function pressByKeyboard(user: UserDriver, name: string): Promise<void> {
  await user.focus(name);
  await user.pressKey('Enter');
}

export const heroSlideshowDriver = defineDriver(heroSlideshowCases, {
  events: {
    pausePressed: ({ user }) => pressByKeyboard(user, PAUSE),
    playPressed: ({ user }) => pressByKeyboard(user, PLAY),
    previousPressed: ({ user }) => pressByKeyboard(user, PREVIOUS),
    nextPressed: ({ user }) => pressByKeyboard(user, NEXT),
    pointerEntered: async ({ user }) => {
      await user.unhover();
      await user.hover();
    },
    pointerLeft: ({ user }) => user.unhover(),
    focusEntered: async ({ user }) => {
      await user.blur();
      await user.focus(NEXT);
    },
    focusLeft: ({ user }) => user.blur(),
    tabHidden: ({ browser }) => browser.setTabHidden(true),
    tabShown: ({ browser }) => browser.setTabHidden(false),
    motionReduced: ({ browser }) => browser.preferReducedMotion(),
  },
  // The focus or the pointer is moved first.
  multiEventTypes: [
    'pausePressed',
    'playPressed',
    'previousPressed',
    'nextPressed',
    'pointerEntered',
    'focusEntered',
    'focusLeft',
  ],
  outcomes: {},
  checks: checks.heroSlideshow,
});
