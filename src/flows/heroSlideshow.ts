import { heroSlideshowMachine } from '../../machines/heroSlideshow/heroSlideshow.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The slideshow of the home page. */
export const heroSlideshow: SiteFlow<typeof heroSlideshowMachine> = {
  id: 'heroSlideshow',
  machine: heroSlideshowMachine,
};
