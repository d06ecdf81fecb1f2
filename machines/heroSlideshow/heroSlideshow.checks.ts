import type { Checks, StateExpectations } from '../checks/checks.types.ts';
import { button, textWhere } from '../checks/expectations.ts';
import { firstOf, pressed } from '../checks/focus.ts';
import type { HeroSlideshowContext } from './heroSlideshow.machine.ts';

const PAUSE = 'Pause the slideshow';
const PLAY = 'Play the slideshow';

type Slide = { tagline: string; line: string };

const slideWith =
  (slides: readonly Slide[], name: string): StateExpectations =>
  (snapshot) => {
    const { slide }: HeroSlideshowContext = snapshot.context;
    return [
      button(name, { isEnabled: true }),
      ...slides.flatMap(({ tagline, line }, index) =>
        [tagline, line].map((shown) => textWhere(index === slide, shown)),
      ),
    ];
  };

export const heroSlideshowChecks = (slides: readonly Slide[]): Checks => ({
  focus: firstOf(
    pressed(`button ${PAUSE}`, 'playPressed'),
    pressed(`button ${PLAY}`, 'pausePressed'),
    pressed('button Previous slide', 'previousPressed'),
    pressed('button Next slide', 'nextPressed', 'focusEntered'),
  ),
  states: {
    'playing.visible.rotating': slideWith(slides, PAUSE),
    'playing.visible.waiting': slideWith(slides, PAUSE),
    'playing.hidden': slideWith(slides, PAUSE),
    paused: slideWith(slides, PLAY),
  },
});
