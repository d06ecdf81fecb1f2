import { defineFlow } from '../paths/index.ts';
import { heroSlideshowCases } from './heroSlideshow.cases.ts';
import { heroSlideshowJourneys } from './heroSlideshow.journeys.ts';
import { heroSlideshowActors, heroSlideshowMachine } from './heroSlideshow.machine.ts';
import { heroSlideshowProperties } from './heroSlideshow.properties.ts';

export const heroSlideshowFlow = defineFlow({
  id: 'heroSlideshow',
  title: 'Hero slideshow',
  purpose: 'Three slides tell what the provider is about, at the pace of the visitor.',
  page: '/',
  machine: heroSlideshowMachine,
  actors: heroSlideshowActors,
  cases: heroSlideshowCases,
  // A pointer or a focus comes where it is not, and leaves where it is.
  isPossible: (name, { context: { isPointerInside, isFocusInside } }) => {
    switch (name) {
      case 'pointerEntered: onto the slideshow':
        return !isPointerInside;
      case 'pointerLeft: off the slideshow':
        return isPointerInside;
      case 'focusEntered: into the slideshow':
        return !isFocusInside;
      case 'focusLeft: out of the slideshow':
        return isFocusInside;
      default:
        return true;
    }
  },
  journeys: heroSlideshowJourneys,
  properties: heroSlideshowProperties,
});
