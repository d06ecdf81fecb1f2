import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  isSamePage,
  loadedScreen,
  loadedScreens,
  loadPage,
  loadScreen,
  matchScreen,
  screenNameForPath,
  screenNames,
  screens,
} from '../../src/screens.ts';

/** The route table: which screen is at a path, and how its code is loaded. */

afterEach(() => {
  vi.restoreAllMocks();
  loadedScreens.clear();
});

test.each([
  ['/', 'home'],
  ['/home', 'home'],
  ['/about', 'about'],
  ['/services', 'services'],
  ['/contact', 'contact'],
  ['/getTouch', 'contact'],
  ['/applyPath', 'scholarship'],
  ['/register-re', 'register'],
  ['/knowmore', 'knowmore'],
  ['/privacy', 'privacy'],
  ['/terms', 'terms'],
  ['/refund', 'refund'],
  ['/shipping', 'shipping'],
  ['/register-term', 'registerTerm'],
  ['/careers', 'careers'],
  ['/courses', 'courses'],
  ['/blog', 'blog'],
  ['/blog/category/science', 'blog'],
  ['/blog/future-ready-skills', 'blog'],
  ['/blog/category', 'notFound'],
  ['/blog/tag', 'notFound'],
  ['/blog/tag/math', 'notFound'],
  ['/nothing', 'notFound'],
  ['no path', 'notFound'],
])('at %s is the screen %s', (path, name) => {
  expect(screenNameForPath(path)).toBe(name);
});

test('the names are those of the table, and a path has its parameters', () => {
  expect(screenNames).toEqual(Object.keys(screens));
  expect(matchScreen('/blog/category/science')).toEqual({ name: 'blog', params: { category: 'science' } });
  expect(matchScreen('/blog/a')).toEqual({ name: 'blog', params: { slug: 'a' } });
  expect(matchScreen('/about')).toEqual({ name: 'about', params: {} });
  expect(matchScreen('')).toMatchObject({ name: 'home' });
});

test.each([
  ['/about', '/about', true],
  ['/About', '/about', true],
  ['/about//', '/about', true],
  ['/', '', true],
  ['/about', '/services', false],
  ['/nothing', '/404', true],
  ['/nothing', '/about', false],
  ['/about', '/nothing', false],
  ['/', '/home', false],
  ['/a/bout', '/about', false],
])('%s and %s are the same page: %s', (one, other, isSame) => {
  expect(isSamePage(one, other)).toBe(isSame);
});

describe('the code of a screen', () => {
  const Component = () => null;

  beforeEach(() => {
    vi.spyOn(screens.about, 'load').mockResolvedValue(Component);
    vi.spyOn(screens.blog, 'load').mockResolvedValue(Component);
  });

  test('is there once it is loaded', async () => {
    expect(loadedScreen('about')).toBeUndefined();
    await loadScreen('about');
    expect(loadedScreen('about')).toBe(Component);
    expect([...loadedScreens.keys()]).toEqual(['about']);
  });

  test('can be loaded again after a failure', async () => {
    vi.mocked(screens.about.load).mockRejectedValueOnce(new Error('There is no network.'));
    await expect(loadScreen('about')).rejects.toThrow('There is no network.');
    expect(loadedScreen('about')).toBeUndefined();
    await loadScreen('about');
    expect(loadedScreen('about')).toBe(Component);
  });

  test('is none where there is no such screen', async () => {
    await expect(loadScreen('gone')).rejects.toThrow(/^There is no screen "gone"\.$/);
    expect(loadedScreens.size).toBe(0);
  });

  test('is loaded for a path together with its data, first the code', async () => {
    const preload = vi.spyOn(screens.blog, 'preload').mockImplementation(async () => {
      expect(loadedScreen('blog')).toBe(Component);
    });
    await loadPage('/about');
    expect(preload).not.toHaveBeenCalled();
    await loadPage('/blog/future-ready-skills');
    expect([...loadedScreens.keys()]).toEqual(['about', 'blog']);
    expect(preload).toHaveBeenCalledExactlyOnceWith({ params: { slug: 'future-ready-skills' } });
  });

  test('data that cannot be loaded is a failure', async () => {
    vi.spyOn(screens.blog, 'preload').mockRejectedValue(new Error('There is no network.'));
    await expect(loadPage('/blog/future-ready-skills')).rejects.toThrow('There is no network.');
  });
});

/** The screens whose files have other names than they have. */
const fileNames: Readonly<Partial<Record<keyof typeof screens, string>>> = {
  register: 'Registration',
  knowmore: 'KnowMore',
  registerTerm: 'CombinedPolicies',
};

const files = import.meta.glob<Record<string, unknown>>('../../src/screens/*/*Screen.tsx');

test.each(screenNames)('the screen %s is loaded from its own file', async (name) => {
  const component = `${fileNames[name] ?? name.replace(/^./, (letter) => letter.toUpperCase())}Screen`;
  const file = Object.keys(files).find((path) => path.endsWith(`/${component}.tsx`));
  const module = await files[file ?? '']?.();
  expect(await screens[name].load()).toBe(module?.[component] ?? component);
});

test('a post is loaded with its page', async () => {
  const { loadedPostSnapshot } = await import('../../src/flows/blogPost.ts');
  const input = { slug: 'future-ready-skills', slugs: ['future-ready-skills'] };
  expect(loadedPostSnapshot(input)).toBeUndefined();
  await loadPage('/blog/future-ready-skills');
  expect(loadedPostSnapshot(input)).toMatchObject({ value: 'shown' });
});
