import { act, cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heroSlides } from '../../../src/content/hero.ts';
import { homeFaq } from '../../../src/content/homeFaq.ts';
import { mission } from '../../../src/content/mission.ts';
import { scholarshipPromo } from '../../../src/content/scholarshipPromo.ts';
import { servicesOverview } from '../../../src/content/servicesOverview.ts';
import { site } from '../../../src/content/site.ts';
import { team, teamText } from '../../../src/content/team.ts';
import { whyImportant } from '../../../src/content/whyImportant.ts';
import { HeroSlideshow } from '../../../src/screens/home/HeroSlideshow.tsx';
import { HomeScreen } from '../../../src/screens/home/HomeScreen.tsx';
import { MissionSection } from '../../../src/screens/home/MissionSection.tsx';
import { ScholarshipPromo } from '../../../src/screens/home/ScholarshipPromo.tsx';
import { ServicesSection } from '../../../src/screens/home/ServicesSection.tsx';
import { TeamSection } from '../../../src/screens/home/TeamSection.tsx';
import { WhyImportant } from '../../../src/screens/home/WhyImportant.tsx';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2, §9 The home page, top to bottom. */

const reducedMotion = Object.assign(new EventTarget(), { matches: false });

beforeEach(() => {
  reducedMotion.matches = false;
  vi.stubGlobal('matchMedia', () => reducedMotion);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const pictures = () =>
  [...document.querySelectorAll('img')].map((image) => /([\w-]+)\.svg/.exec(image.src)?.[1]);

/** Returns the texts of each item of the list of a region. */
const itemsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map((item) => textsOf(item.querySelectorAll('h3, p')));

describe('the slideshow', () => {
  const root = () => screen.getByRole('region', { name: 'What we are about' });
  const state = () => root().dataset.state;
  const slide = () => textsOf(document.querySelectorAll('figure:not([hidden]) .hero-tagline'));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const [first, second, third] = heroSlides.map(({ tagline }) => tagline);
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <>
        <HeroSlideshow />
        <button type="button">Outside</button>
      </>,
    );
  });

  test('three slides: each with its picture, its tagline and its line', () => {
    expect(root()).toHaveAttribute('aria-roledescription', 'carousel');
    const slides = [...document.querySelectorAll('figure')].map((figure) => [
      figure.getAttribute('aria-label'),
      figure.querySelector('img')?.getAttribute('alt'),
      ...textsOf(figure.querySelectorAll('p')),
    ]);
    expect(slides).toEqual(
      heroSlides.map(({ image, tagline, line }, index) => [`${index + 1} of 3`, image.alt, tagline, line]),
    );
    expect(pictures()).toEqual(['hero-boards', 'hero-voice', 'hero-build']);
    const priorities = [...document.querySelectorAll('img')].map((image) =>
      image.getAttribute('fetchpriority'),
    );
    expect(priorities).toEqual(['high', 'auto', 'auto']);
    expect([...document.querySelectorAll('img')].map(({ loading }) => loading)).toEqual([
      'eager',
      'lazy',
      'lazy',
    ]);
  });

  test('the next one comes every three seconds', () => {
    expect(slide()).toEqual([first]);
    pass(2_999);
    expect(slide()).toEqual([first]);
    pass(1);
    expect(slide()).toEqual([second]);
    pass(3_000);
    expect(slide()).toEqual([third]);
    pass(3_000);
    expect(slide()).toEqual([first]);
    expect(document.querySelector('.hero-slides')).toHaveAttribute('aria-live', 'off');
  });

  test('it is paused and played by its button, whose name and icon say which', () => {
    const icon = () => document.querySelector('.hero-pause path')?.getAttribute('d');
    const paths = { pause: 'M8 5v14M16 5v14', play: 'M7 5v14l12-7z' };
    expect(icon()).toBe(paths.pause);
    press('Pause the slideshow');
    expect([state(), icon()]).toEqual(['paused', paths.play]);
    expect(document.querySelector('.hero-slides')).toHaveAttribute('aria-live', 'polite');
    pass(3_000);
    expect(slide()).toEqual([first]);
    press('Play the slideshow');
    expect([state(), icon()]).toEqual(['playing.visible.rotating', paths.pause]);
  });

  test('the next and the previous slide are asked for', () => {
    press('Next slide');
    expect([slide(), state()]).toEqual([[second], 'paused']);
    press('Previous slide');
    press('Previous slide');
    expect(slide()).toEqual([third]);
  });

  test('it waits under the pointer, and not after a touch', () => {
    const pointer = (type: 'pointerEnter' | 'pointerLeave', pointerType: string) => {
      const event = createEvent[type === 'pointerEnter' ? 'pointerOver' : 'pointerOut'](root());
      Object.defineProperty(event, 'pointerType', { value: pointerType });
      fireEvent(root(), event);
    };
    pointer('pointerEnter', 'touch');
    expect(state()).toBe('playing.visible.rotating');
    pointer('pointerEnter', 'mouse');
    expect(state()).toBe('playing.visible.waiting');
    expect(document.querySelector('.hero-slides')).toHaveAttribute('aria-live', 'polite');
    pointer('pointerLeave', 'mouse');
    expect(state()).toBe('playing.visible.rotating');
  });

  test('it waits while the focus is on it, which may move within it', () => {
    const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
    focus('Previous slide');
    expect(state()).toBe('playing.visible.waiting');
    focus('Next slide');
    expect(state()).toBe('playing.visible.waiting');
    focus('Outside');
    expect(state()).toBe('playing.visible.rotating');
  });

  test('while it waits for the focus, moving within it is nothing new', () => {
    const buttons = ['Previous slide', 'Next slide'].map((name) => screen.getByRole('button', { name }));
    const [previous, next] = buttons;
    if (!previous || !next) throw new Error('There are no buttons.');
    fireEvent.focusIn(next, { relatedTarget: previous });
    expect(state()).toBe('playing.visible.rotating');
    fireEvent.focusIn(next, { relatedTarget: null });
    expect(state()).toBe('playing.visible.waiting');
    fireEvent.focusOut(next, { relatedTarget: previous });
    expect(state()).toBe('playing.visible.waiting');
    fireEvent.focusOut(next, { relatedTarget: null });
    expect(state()).toBe('playing.visible.rotating');
  });

  test('it waits while the tab is hidden', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(state()).toBe('playing.hidden');
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(state()).toBe('playing.visible.rotating');
  });

  test('it pauses for who prefers less motion', () => {
    reducedMotion.matches = true;
    act(() => void reducedMotion.dispatchEvent(new Event('change')));
    expect(state()).toBe('paused');
  });
});

test('the page, in its order', () => {
  const { container } = renderOnPage(<HomeScreen />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(site.name);
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `${site.origin}/`);
  expect([...container.querySelectorAll('section')].map(({ className }) => className)).toEqual([
    ...[
      'hero-slideshow',
      'mission',
      'scholarship-promo',
      'why-important',
      'team',
      'services-overview',
      'faq',
    ],
  ]);
  expect(screen.getByRole('link', { name: 'Register for a course' })).toHaveAttribute('href', '/register-re');
  for (const { question } of homeFaq) screen.getByRole('button', { name: question });
});

test('the mission', () => {
  render(<MissionSection />);
  expect(textsOf(screen.getByRole('region', { name: 'Our mission' }).querySelectorAll('p'))).toEqual([
    ...[mission.lead, ...mission.paragraphs],
  ]);
});

test('the scholarship, with its links', () => {
  renderOnPage(<ScholarshipPromo />);
  const promo = screen.getByRole('region', { name: 'The Excellence Scholarship' });
  expect(promo).toHaveTextContent('₹2 Lakh for the top performer');
  expect(promo).toHaveTextContent(scholarshipPromo.text);
  expect(textsOf(within(promo).getAllByRole('listitem'))).toEqual(scholarshipPromo.points);
  expect(links()).toEqual([
    ['Apply Now', '/applyPath'],
    ['Know More', '/knowmore'],
  ]);
  expect(pictures()).toEqual(['scholarship']);
});

test('why the years are important', () => {
  render(<WhyImportant />);
  expect(itemsOf(whyImportant.heading)).toEqual(whyImportant.reasons.map(({ title, text }) => [title, text]));
  expect(screen.getByText(whyImportant.intro)).toBeInTheDocument();
});

test('the five tutors, each with picture, name, role and text', () => {
  render(<TeamSection />);
  expect(itemsOf(teamText.heading)).toEqual(team.map(({ name, role, bio }) => [name, role, bio]));
  expect(pictures()).toEqual(team.map(({ image }) => image));
  expect(pictures()).toHaveLength(5);
  expect(screen.getByText(teamText.intro)).toBeInTheDocument();
});

test('the eight services in a line each', () => {
  renderOnPage(<ServicesSection />);
  const services = Object.values(servicesOverview);
  expect(itemsOf('What we do')).toEqual(services.map(({ title, text }) => [title, text]));
  expect(pictures()).toEqual(services.map(({ id }) => `service-${id}`));
  expect(links()).toEqual([['See all services', '/services']]);
});
