import type { AnyMachineSnapshot } from 'xstate';
import { heroSlideshowCases } from '../../machines/heroSlideshow/heroSlideshow.cases.ts';
import type { HeroSlideshowContext } from '../../machines/heroSlideshow/heroSlideshow.machine.ts';
import { heroSlides } from '../../src/content/hero.ts';
import { defineDriver } from './driver.ts';
import { firstOf, movedTo } from './focus.ts';
import type { Hands } from './hands.ts';

const PAUSE = 'Pause the slideshow';
const PLAY = 'Play the slideshow';
const PREVIOUS = 'Previous slide';
const NEXT = 'Next slide';

/** By the keyboard: a press with the mouse would bring the pointer along. */
async function pressByKeyboard(hands: Hands, name: string): Promise<void> {
  await hands.focusOn(name);
  await hands.key('Enter');
}

const expectSlideWith =
  (button: string) =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    const { slide }: HeroSlideshowContext = snapshot.context;
    await hands.seesButton(button, { press: true });
    for (const [index, { tagline, line }] of heroSlides.entries())
      for (const text of [tagline, line]) await (index === slide ? hands.sees(text) : hands.seesNot(text));
  };

export const heroSlideshowDriver = defineDriver(heroSlideshowCases, {
  page: '/',
  events: {
    pausePressed: (hands) => pressByKeyboard(hands, PAUSE),
    playPressed: (hands) => pressByKeyboard(hands, PLAY),
    previousPressed: (hands) => pressByKeyboard(hands, PREVIOUS),
    nextPressed: (hands) => pressByKeyboard(hands, NEXT),
    pointerEntered: async (hands) => {
      await hands.hover(false);
      await hands.hover(true);
    },
    pointerLeft: (hands) => hands.hover(false),
    focusEntered: async (hands) => {
      await hands.blur();
      await hands.focusOn(NEXT);
    },
    focusLeft: (hands) => hands.blur(),
    tabHidden: (hands) => hands.hideTab(true),
    tabShown: (hands) => hands.hideTab(false),
    motionReduced: (hands) => hands.reduceMotion(),
  },
  // The focus or the pointer is moved there first.
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
