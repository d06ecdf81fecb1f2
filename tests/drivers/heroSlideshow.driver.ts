import type { AnyMachineSnapshot } from 'xstate';
import { heroSlideshowCases } from '../../machines/heroSlideshow/heroSlideshow.cases.ts';
import type { HeroSlideshowContext } from '../../machines/heroSlideshow/heroSlideshow.machine.ts';
import { heroSlides } from '../../src/content/hero.ts';
import { defineDriver } from './driver.ts';
import { firstOf, movedTo } from './focus.ts';
import type { PageDriver, UserDriver } from './pageDriver.ts';

const PAUSE = 'Pause the slideshow';
const PLAY = 'Play the slideshow';
const PREVIOUS = 'Previous slide';
const NEXT = 'Next slide';

/** Presses a button by the keyboard: a press with the mouse would bring the pointer along. */
async function pressByKeyboard(user: UserDriver, name: string): Promise<void> {
  await user.focus(name);
  await user.pressKey('Enter');
}

const expectSlideWith =
  (button: string) =>
  async ({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> => {
    const { slide }: HeroSlideshowContext = snapshot.context;
    await screen.expectButton(button, { isEnabled: true });
    for (const [index, { tagline, line }] of heroSlides.entries())
      for (const text of [tagline, line])
        await (index === slide ? screen.expectText(text) : screen.expectNoText(text));
  };

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
  focus: firstOf(
    movedTo(`button ${PAUSE}`, 'playPressed'),
    movedTo(`button ${PLAY}`, 'pausePressed'),
    movedTo(`button ${PREVIOUS}`, 'previousPressed'),
    movedTo(`button ${NEXT}`, 'nextPressed', 'focusEntered'),
  ),
  states: {
    'playing.visible.rotating': expectSlideWith(PAUSE),
    'playing.visible.waiting': expectSlideWith(PAUSE),
    'playing.hidden': expectSlideWith(PAUSE),
    paused: expectSlideWith(PLAY),
  },
});
