import type { AnyMachineSnapshot } from 'xstate';
import { heroSlideshowCases } from '../../machines/heroSlideshow/heroSlideshow.cases.ts';
import type { HeroSlideshowContext } from '../../machines/heroSlideshow/heroSlideshow.machine.ts';
import { heroSlides } from '../../src/content/hero.ts';
import { defineDriver } from './driver.ts';
import { either, on } from './focus.ts';
import type { Hands } from './hands.ts';

const PAUSE = 'Pause the slideshow';
const PLAY = 'Play the slideshow';
const PREVIOUS = 'Previous slide';
const NEXT = 'Next slide';

/** By the keyboard: a press with the mouse would bring the pointer along. */
async function press(hands: Hands, name: string): Promise<void> {
  await hands.focusOn(name);
  await hands.key('Enter');
}

const showing =
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
    pausePressed: (hands) => press(hands, PAUSE),
    playPressed: (hands) => press(hands, PLAY),
    previousPressed: (hands) => press(hands, PREVIOUS),
    nextPressed: (hands) => press(hands, NEXT),
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
  inParts: [
    'pausePressed',
    'playPressed',
    'previousPressed',
    'nextPressed',
    'pointerEntered',
    'focusEntered',
    'focusLeft',
  ],
  outcomes: {},
  focus: either(
    on(`button ${PAUSE}`, 'playPressed'),
    on(`button ${PLAY}`, 'pausePressed'),
    on(`button ${PREVIOUS}`, 'previousPressed'),
    on(`button ${NEXT}`, 'nextPressed', 'focusEntered'),
  ),
  states: {
    'playing.visible.rotating': showing(PAUSE),
    'playing.visible.held': showing(PAUSE),
    'playing.away': showing(PAUSE),
    paused: showing(PLAY),
  },
});
