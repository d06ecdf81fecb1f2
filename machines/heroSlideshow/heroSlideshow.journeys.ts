import type { Journey } from '../paths/journey.ts';

const turn = 'after slideInterval';
const rotating = 'playing.visible.rotating';
const held = 'playing.visible.held';

/** The slideshow as the specification tells it, by hand. Spec §4, §9. */
export const heroSlideshowJourneys: readonly Journey[] = [
  {
    title: '§9 three slides, round and round',
    legs: [
      [turn, rotating, { slide: 1 }],
      [turn, rotating, { slide: 2 }],
      [turn, rotating, { slide: 0 }],
    ],
  },
  {
    title: 'waits under the pointer and goes on when it has left',
    legs: [
      ['pointerEntered: onto the slideshow', held, { slide: 0 }],
      ['pointerLeft: off the slideshow', rotating, { slide: 0 }],
      [turn, rotating, { slide: 1 }],
    ],
  },
  {
    title: 'waits for the focus, also when the pointer has left',
    legs: [
      ['pointerEntered: onto the slideshow', held, { isPointerInside: true, isFocusInside: false }],
      ['focusEntered: into the slideshow', held, { isPointerInside: true, isFocusInside: true }],
      ['pointerLeft: off the slideshow', held, { isPointerInside: false, isFocusInside: true }],
      ['focusLeft: out of the slideshow', rotating, { isPointerInside: false, isFocusInside: false }],
    ],
  },
  {
    title: 'waits for the pointer, also when the focus has left',
    legs: [
      ['focusEntered: into the slideshow', held, { isPointerInside: false, isFocusInside: true }],
      ['pointerEntered: onto the slideshow', held, { isPointerInside: true, isFocusInside: true }],
      ['focusLeft: out of the slideshow', held, { isPointerInside: true, isFocusInside: false }],
      ['pointerLeft: off the slideshow', rotating, { isPointerInside: false, isFocusInside: false }],
    ],
  },
  {
    title: 'waits in a hidden tab',
    legs: [
      ['tabHidden: another tab is looked at', 'playing.away'],
      ['tabShown: this tab is looked at again', rotating, { slide: 0 }],
    ],
  },
  {
    title: 'comes back from a hidden tab to the pointer it waited for',
    legs: [
      ['pointerEntered: onto the slideshow', held],
      ['tabHidden: another tab is looked at', 'playing.away'],
      ['tabShown: this tab is looked at again', held],
    ],
  },
  {
    title: 'knows what came and went while the tab was hidden',
    legs: [
      ['tabHidden: another tab is looked at', 'playing.away'],
      ['pointerEntered: onto the slideshow', 'playing.away', { isPointerInside: true }],
      ['focusEntered: into the slideshow', 'playing.away', { isFocusInside: true }],
      ['pointerLeft: off the slideshow', 'playing.away', { isPointerInside: false }],
      ['tabShown: this tab is looked at again', held],
      ['tabHidden: another tab is looked at', 'playing.away'],
      ['focusLeft: out of the slideshow', 'playing.away', { isFocusInside: false }],
      ['tabShown: this tab is looked at again', rotating],
    ],
  },
  {
    title: 'stands still when less motion is wanted, and plays when it is asked to',
    legs: [
      ['motionReduced: by a setting of the system', 'paused'],
      ['playPressed: by the button', rotating],
      [turn, rotating, { slide: 1 }],
    ],
  },
  {
    title: 'is paused by its button, and plays again although the focus is on it',
    legs: [
      ['focusEntered: into the slideshow', held],
      ['pausePressed: by the button', 'paused'],
      ['playPressed: by the button', rotating],
    ],
  },
  {
    title: 'the slide before the first is the last',
    legs: [['previousPressed: by the button', 'paused', { slide: 2 }]],
  },
  {
    title: 'next and previous take the slideshow over',
    legs: [
      ['nextPressed: by the button', 'paused', { slide: 1 }],
      ['previousPressed: by the button', 'paused', { slide: 0 }],
      ['previousPressed: by the button', 'paused', { slide: 2 }],
      ['nextPressed: by the button', 'paused', { slide: 0 }],
    ],
  },
];
