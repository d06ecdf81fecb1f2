import { always, never, type Property, timersLast } from '../paths/index.ts';
import { type heroSlideshowMachine, SLIDE_COUNT } from './heroSlideshow.machine.ts';

/** Requirements of the slideshow that are not derived from its machine. */
export const heroSlideshowProperties: readonly Property<typeof heroSlideshowMachine>[] = [
  timersLast({ slideInterval: 3_000 }),
  always('one of the slides is shown', (snapshot) => {
    const { slide } = snapshot.context;
    return Number.isInteger(slide) && slide >= 0 && slide < SLIDE_COUNT;
  }),
  never(
    'a slide changes by itself unless the slideshow is rotating',
    ({ before, step, after }) =>
      before.context.slide !== after.context.slide &&
      !(step.kind === 'event' && ['nextPressed', 'previousPressed'].includes(step.type)) &&
      !before.matches({ playing: { visible: 'rotating' } }),
  ),
  always('nothing rotates under a pointer or a focus', (snapshot) => {
    const { isPointerInside, isFocusInside } = snapshot.context;
    return !snapshot.matches({ playing: { visible: 'rotating' } }) || !(isPointerInside || isFocusInside);
  }),
  never(
    'a paused slideshow plays without its button',
    ({ before, step, after }) =>
      before.matches('paused') &&
      !after.matches('paused') &&
      !(step.kind === 'event' && step.type === 'playPressed'),
  ),
];
