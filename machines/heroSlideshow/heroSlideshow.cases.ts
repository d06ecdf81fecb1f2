import type { Cases } from '../paths/index.ts';
import type { heroSlideshowActors, heroSlideshowMachine } from './heroSlideshow.machine.ts';

export const heroSlideshowCases = {
  events: {
    pausePressed: { 'by the button': {} },
    playPressed: { 'by the button': {} },
    previousPressed: { 'by the button': {} },
    nextPressed: { 'by the button': {} },
    pointerEntered: { 'onto the slideshow': {} },
    pointerLeft: { 'off the slideshow': {} },
    focusEntered: { 'into the slideshow': {} },
    focusLeft: { 'out of the slideshow': {} },
    tabHidden: { 'another tab is looked at': {} },
    tabShown: { 'this tab is looked at again': {} },
    motionReduced: { 'by a setting of the system': {} },
  },
  outcomes: {},
  project: (context) => context,
} satisfies Cases<typeof heroSlideshowMachine, typeof heroSlideshowActors>;
