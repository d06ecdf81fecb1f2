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
  journeys: heroSlideshowJourneys,
  properties: heroSlideshowProperties,
});
