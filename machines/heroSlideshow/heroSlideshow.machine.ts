import { assign, setup } from 'xstate';

/** Slides of the slideshow. Spec §9. */
export const SLIDE_COUNT = 3;

export type HeroSlideshowContext = {
  /** The visible slide, from 0. */
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
  /** The browser reports `prefers-reduced-motion`. */
  | { type: 'motionReduced' };

export const heroSlideshowActors = {};

/**
 * The slideshow of the home page. It shows the next slide every three seconds, waits while the pointer or the focus is
 * on it or the tab is hidden, and pauses when the visitor operates it or prefers less motion. Pressing play overrides
 * a pointer or a focus that is already on it. Spec §2, Home; §4; §9.
 */
export const heroSlideshowMachine = setup({
  types: { context: {} as HeroSlideshowContext, events: {} as HeroSlideshowEvent },
  guards: {
    isPointerInside: ({ context }) => context.isPointerInside,
    isFocusInside: ({ context }) => context.isFocusInside,
    isPointerOrFocusInside: ({ context }) => context.isPointerInside || context.isFocusInside,
  },
  actions: {
    showNext: assign(({ context }) => ({ slide: (context.slide + 1) % SLIDE_COUNT })),
    showPrevious: assign(({ context }) => ({ slide: (context.slide + SLIDE_COUNT - 1) % SLIDE_COUNT })),
    setPointerInside: assign((_, isPointerInside: boolean) => ({ isPointerInside })),
    setFocusInside: assign((_, isFocusInside: boolean) => ({ isFocusInside })),
    resetPointerAndFocus: assign({ isPointerInside: false, isFocusInside: false }),
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
            tabHidden: 'hidden',
            pausePressed: '#heroSlideshow.paused',
            previousPressed: { target: '#heroSlideshow.paused', actions: 'showPrevious' },
            nextPressed: { target: '#heroSlideshow.paused', actions: 'showNext' },
          },
          states: {
            rotating: {
              description: 'The next slide comes by itself.',
              after: { slideInterval: { target: 'rotating', reenter: true, actions: 'showNext' } },
              on: {
                pointerEntered: { target: 'waiting', actions: { type: 'setPointerInside', params: true } },
                focusEntered: { target: 'waiting', actions: { type: 'setFocusInside', params: true } },
              },
            },
            waiting: {
              description: 'The pointer or the focus is on the slideshow; it waits.',
              on: {
                pointerEntered: { actions: { type: 'setPointerInside', params: true } },
                focusEntered: { actions: { type: 'setFocusInside', params: true } },
                pointerLeft: [
                  { guard: 'isFocusInside', actions: { type: 'setPointerInside', params: false } },
                  { target: 'rotating', actions: { type: 'setPointerInside', params: false } },
                ],
                focusLeft: [
                  { guard: 'isPointerInside', actions: { type: 'setFocusInside', params: false } },
                  { target: 'rotating', actions: { type: 'setFocusInside', params: false } },
                ],
              },
            },
          },
        },
        hidden: {
          description: 'The tab is hidden; the slideshow waits.',
          on: {
            pointerEntered: { actions: { type: 'setPointerInside', params: true } },
            pointerLeft: { actions: { type: 'setPointerInside', params: false } },
            focusEntered: { actions: { type: 'setFocusInside', params: true } },
            focusLeft: { actions: { type: 'setFocusInside', params: false } },
            tabShown: [{ guard: 'isPointerOrFocusInside', target: 'visible.waiting' }, { target: 'visible' }],
          },
        },
      },
    },
    paused: {
      description: 'The slide stays until the visitor asks for another one.',
      entry: 'resetPointerAndFocus',
      on: {
        playPressed: 'playing',
        previousPressed: { actions: 'showPrevious' },
        nextPressed: { actions: 'showNext' },
      },
    },
  },
});
