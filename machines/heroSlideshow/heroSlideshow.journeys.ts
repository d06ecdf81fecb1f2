import type { Journey } from '../paths/index.ts';
import type { heroSlideshowCases } from './heroSlideshow.cases.ts';

const nextSlide = 'after slideInterval';
const rotating = 'playing.visible.rotating';
const waiting = 'playing.visible.waiting';

/** Scenarios of the slideshow, from the specification. Spec §4, §9. */
export const heroSlideshowJourneys: readonly Journey<typeof heroSlideshowCases>[] = [
  {
    title: '§9 three slides, and the first follows the last',
    steps: [
      [nextSlide, rotating, { slide: 1 }],
      [nextSlide, rotating, { slide: 2 }],
      [nextSlide, rotating, { slide: 0 }],
    ],
  },
  {
    title: 'the slideshow waits under the pointer and rotates again when it has left',
    steps: [
      ['pointerEntered: onto the slideshow', waiting, { slide: 0 }],
      ['pointerLeft: off the slideshow', rotating, { slide: 0 }],
      [nextSlide, rotating, { slide: 1 }],
    ],
  },
  {
    title: 'the slideshow waits for the focus, also when the pointer has left',
    steps: [
      ['pointerEntered: onto the slideshow', waiting, { isPointerInside: true, isFocusInside: false }],
      ['focusEntered: into the slideshow', waiting, { isPointerInside: true, isFocusInside: true }],
      ['pointerLeft: off the slideshow', waiting, { isPointerInside: false, isFocusInside: true }],
      ['focusLeft: out of the slideshow', rotating, { isPointerInside: false, isFocusInside: false }],
    ],
  },
  {
    title: 'the slideshow waits for the pointer, also when the focus has left',
    steps: [
      ['focusEntered: into the slideshow', waiting, { isPointerInside: false, isFocusInside: true }],
      ['pointerEntered: onto the slideshow', waiting, { isPointerInside: true, isFocusInside: true }],
      ['focusLeft: out of the slideshow', waiting, { isPointerInside: true, isFocusInside: false }],
      ['pointerLeft: off the slideshow', rotating, { isPointerInside: false, isFocusInside: false }],
    ],
  },
  {
    title: 'the slideshow waits in a hidden tab',
    steps: [
      ['tabHidden: another tab is looked at', 'playing.hidden'],
      ['tabShown: this tab is looked at again', rotating, { slide: 0 }],
    ],
  },
  {
    title: 'the slideshow still waits for the pointer after the tab was hidden',
    steps: [
      ['pointerEntered: onto the slideshow', waiting],
      ['tabHidden: another tab is looked at', 'playing.hidden'],
      ['tabShown: this tab is looked at again', waiting],
    ],
  },
  {
    title: 'the slideshow notices pointer and focus while the tab is hidden',
    steps: [
      ['tabHidden: another tab is looked at', 'playing.hidden'],
      ['pointerEntered: onto the slideshow', 'playing.hidden', { isPointerInside: true }],
      ['focusEntered: into the slideshow', 'playing.hidden', { isFocusInside: true }],
      ['pointerLeft: off the slideshow', 'playing.hidden', { isPointerInside: false }],
      ['tabShown: this tab is looked at again', waiting],
      ['tabHidden: another tab is looked at', 'playing.hidden'],
      ['focusLeft: out of the slideshow', 'playing.hidden', { isFocusInside: false }],
      ['tabShown: this tab is looked at again', rotating],
    ],
  },
  {
    title: 'the slideshow is paused when less motion is preferred, and plays when its button is pressed',
    steps: [
      ['motionReduced: by a setting of the system', 'paused'],
      ['playPressed: by the button', rotating],
      [nextSlide, rotating, { slide: 1 }],
    ],
  },
  {
    title: 'the button pauses the slideshow, and plays it again although it has the focus',
    steps: [
      ['focusEntered: into the slideshow', waiting],
      ['pausePressed: by the button', 'paused'],
      ['playPressed: by the button', rotating],
    ],
  },
  {
    title: 'the slide before the first is the last',
    steps: [['previousPressed: by the button', 'paused', { slide: 2 }]],
  },
  {
    title: 'the buttons for the next and the previous slide pause the slideshow',
    steps: [
      ['nextPressed: by the button', 'paused', { slide: 1 }],
      ['previousPressed: by the button', 'paused', { slide: 0 }],
      ['previousPressed: by the button', 'paused', { slide: 2 }],
      ['nextPressed: by the button', 'paused', { slide: 0 }],
    ],
  },
];
