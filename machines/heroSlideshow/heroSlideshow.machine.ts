import { assign, setup } from 'xstate';

/** Slides of the slideshow. Spec §9. */
export const SLIDES = 3;

export type HeroSlideshowContext = {
  /** The slide that is shown, from 0. */
  slide: number;
  isPointerInside: boolean;
  isFocusInside: boolean;
};

export type HeroSlideshowEvent =
  | { type: 'pausePressed' }
  | { type: 'playPressed' }
  | { type: 'previousPressed' }
  | { type: 'nextPressed' }
  | { type: 'pointerEntered' }
  | { type: 'pointerLeft' }
  | { type: 'focusEntered' }
  | { type: 'focusLeft' }
  | { type: 'tabHidden' }
  | { type: 'tabShown' }
  /** The visitor's system asks for less motion. */
  | { type: 'motionReduced' };

export const heroSlideshowActors = {};

/**
 * The slideshow of the home page. It goes on every three seconds, waits while the pointer or the focus is on it or
 * the tab is hidden, and stops when the visitor takes it over or wants less motion. Pressing play counts more than
 * a pointer or a focus that is there already. Spec §2, Home; §4; §9.
 */
export const heroSlideshowMachine = setup({
  types: { context: {} as HeroSlideshowContext, events: {} as HeroSlideshowEvent },
  guards: {
    isPointerInside: ({ context }) => context.isPointerInside,
    isFocusInside: ({ context }) => context.isFocusInside,
    isHeld: ({ context }) => context.isPointerInside || context.isFocusInside,
  },
  actions: {
    showNext: assign(({ context }) => ({ slide: (context.slide + 1) % SLIDES })),
    showPrevious: assign(({ context }) => ({ slide: (context.slide + SLIDES - 1) % SLIDES })),
    notePointer: assign((_, isPointerInside: boolean) => ({ isPointerInside })),
    noteFocus: assign((_, isFocusInside: boolean) => ({ isFocusInside })),
    forgetHolds: assign({ isPointerInside: false, isFocusInside: false }),
  },
  delays: { slideInterval: 3_000 },
}).createMachine({
  id: 'heroSlideshow',
  context: { slide: 0, isPointerInside: false, isFocusInside: false },
  initial: 'playing',
  states: {
    playing: {
      initial: 'visible',
      on: { motionReduced: 'paused' },
      states: {
        visible: {
          initial: 'rotating',
          on: {
            tabHidden: 'away',
            pausePressed: '#heroSlideshow.paused',
            previousPressed: { target: '#heroSlideshow.paused', actions: 'showPrevious' },
            nextPressed: { target: '#heroSlideshow.paused', actions: 'showNext' },
          },
          states: {
            rotating: {
              description: 'The next slide comes by itself.',
              after: { slideInterval: { target: 'rotating', reenter: true, actions: 'showNext' } },
              on: {
                pointerEntered: { target: 'held', actions: { type: 'notePointer', params: true } },
                focusEntered: { target: 'held', actions: { type: 'noteFocus', params: true } },
              },
            },
            held: {
              description: 'The pointer or the focus is on the slideshow; it waits.',
              on: {
                pointerEntered: { actions: { type: 'notePointer', params: true } },
                focusEntered: { actions: { type: 'noteFocus', params: true } },
                pointerLeft: [
                  { guard: 'isFocusInside', actions: { type: 'notePointer', params: false } },
                  { target: 'rotating', actions: { type: 'notePointer', params: false } },
                ],
                focusLeft: [
                  { guard: 'isPointerInside', actions: { type: 'noteFocus', params: false } },
                  { target: 'rotating', actions: { type: 'noteFocus', params: false } },
                ],
              },
            },
          },
        },
        away: {
          description: 'The tab is hidden; the slideshow waits.',
          on: {
            pointerEntered: { actions: { type: 'notePointer', params: true } },
            pointerLeft: { actions: { type: 'notePointer', params: false } },
            focusEntered: { actions: { type: 'noteFocus', params: true } },
            focusLeft: { actions: { type: 'noteFocus', params: false } },
            tabShown: [{ guard: 'isHeld', target: 'visible.held' }, { target: 'visible' }],
          },
        },
      },
    },
    paused: {
      description: 'The slide stays until the visitor asks for another one.',
      entry: 'forgetHolds',
      on: {
        playPressed: 'playing',
        previousPressed: { actions: 'showPrevious' },
        nextPressed: { actions: 'showNext' },
      },
    },
  },
});
