import type { HeroSlideshowContext } from '../../../machines/heroSlideshow/heroSlideshow.machine.ts';
import { heroSlides } from '../../content/hero.ts';
import type { Checks, StateExpectations } from './checks.types.ts';
import { button, textWhere } from './expectations.ts';
import { firstOf, pressed } from './focus.ts';

const PAUSE = 'Pause the slideshow';
const PLAY = 'Play the slideshow';

const slideWith =
  (name: string): StateExpectations =>
  (snapshot) => {
    const { slide }: HeroSlideshowContext = snapshot.context;
    return [
      button(name, { isEnabled: true }),
      ...heroSlides.flatMap(({ tagline, line }, index) =>
        [tagline, line].map((shown) => textWhere(index === slide, shown)),
      ),
    ];
  };

export const heroSlideshowChecks: Checks = {
  focus: firstOf(
    pressed(`button ${PAUSE}`, 'playPressed'),
    pressed(`button ${PLAY}`, 'pausePressed'),
    pressed('button Previous slide', 'previousPressed'),
    pressed('button Next slide', 'nextPressed', 'focusEntered'),
  ),
  states: {
    'playing.visible.rotating': slideWith(PAUSE),
    'playing.visible.waiting': slideWith(PAUSE),
    'playing.hidden': slideWith(PAUSE),
    paused: slideWith(PLAY),
  },
};
