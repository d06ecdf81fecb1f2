import type { SLIDE_COUNT } from '../../machines/heroSlideshow/heroSlideshow.machine.ts';
import { FEE } from '../../machines/registration/registration.fee.ts';
import type { Link } from './link.ts';

export type HeroSlide = {
  id: string;
  tagline: string;
  /** The line about real-life skills. */
  line: string;
  image: { name: string; alt: string };
};

/** The three slides of the slideshow at the top of the home page. Spec §2, Home. */
export const heroSlides = [
  {
    id: 'boards',
    tagline: 'Ready for the boards, and for what comes after',
    line: 'Daily online classes for Grades 5 to 10. For the exams, and for the real-life skills that no question paper asks about.',
    image: {
      name: 'hero-boards',
      alt: 'Three students bent over one notebook, working out a problem together',
    },
  },
  {
    id: 'voice',
    tagline: 'Your child has something to say',
    line: 'Speaking clearly is a real-life skill. We practise it aloud, a little at a time, until answering in English feels ordinary.',
    image: {
      name: 'hero-voice',
      alt: 'A girl standing up to speak while her classmates on a screen listen',
    },
  },
  {
    id: 'build',
    tagline: 'Learn it, then build something with it',
    line: 'Coding and science become real-life skills on the day a child builds something that works, and can say why.',
    image: { name: 'hero-build', alt: 'A boy and a girl joining wires to a small windmill beside a laptop' },
  },
] as const satisfies readonly HeroSlide[] & { length: typeof SLIDE_COUNT };

export const homeHeading = 'Board exams, English and life skills for Grades 5 to 10';

/** The link from the slideshow to the registration, and the fee next to it. Spec §9. */
export const heroAction = {
  label: 'Register for a course',
  href: '/register-re',
  fee: `Course fee: ₹${FEE.rupees}`,
} as const satisfies Link & { fee: string };
