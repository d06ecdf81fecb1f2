import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { pagePath } from '../machines/shared/address.ts';
import { importAgain } from './browser/importAgain.ts';
import type { ScreenProps } from './screens/screenProps.ts';

type Screen = {
  paths: readonly string[];
  load: () => Promise<ComponentType<ScreenProps>>;
  /** Loads the data that the page shows, so that it can be prerendered with it. */
  preload?: (props: ScreenProps) => Promise<void>;
  /** Whether no link leads there yet. */
  isUnlinked?: true;
};

/** The route table: the paths of each screen, and how its code is loaded. Spec §2, Route table. */
export const screens = {
  home: {
    paths: ['/', '/home'],
    load: importAgain(
      () => import('./screens/home/HomeScreen.tsx'),
      (code) => code.HomeScreen,
    ),
  },
  about: {
    paths: ['/about'],
    load: importAgain(
      () => import('./screens/about/AboutScreen.tsx'),
      (code) => code.AboutScreen,
    ),
  },
  services: {
    paths: ['/services'],
    load: importAgain(
      () => import('./screens/services/ServicesScreen.tsx'),
      (code) => code.ServicesScreen,
    ),
  },
  contact: {
    paths: ['/contact', '/getTouch'],
    load: importAgain(
      () => import('./screens/contact/ContactScreen.tsx'),
      (code) => code.ContactScreen,
    ),
  },
  scholarship: {
    paths: ['/applyPath'],
    load: importAgain(
      () => import('./screens/scholarship/ScholarshipScreen.tsx'),
      (code) => code.ScholarshipScreen,
    ),
  },
  register: {
    paths: ['/register-re'],
    load: importAgain(
      () => import('./screens/registration/RegistrationScreen.tsx'),
      (code) => code.RegistrationScreen,
    ),
  },
  knowmore: {
    paths: ['/knowmore'],
    load: importAgain(
      () => import('./screens/knowmore/KnowMoreScreen.tsx'),
      (code) => code.KnowMoreScreen,
    ),
  },
  privacy: {
    paths: ['/privacy'],
    load: importAgain(
      () => import('./screens/policies/PrivacyScreen.tsx'),
      (code) => code.PrivacyScreen,
    ),
  },
  terms: {
    paths: ['/terms'],
    load: importAgain(
      () => import('./screens/policies/TermsScreen.tsx'),
      (code) => code.TermsScreen,
    ),
  },
  refund: {
    paths: ['/refund'],
    load: importAgain(
      () => import('./screens/policies/RefundScreen.tsx'),
      (code) => code.RefundScreen,
    ),
  },
  shipping: {
    paths: ['/shipping'],
    load: importAgain(
      () => import('./screens/policies/ShippingScreen.tsx'),
      (code) => code.ShippingScreen,
    ),
  },
  registerTerm: {
    paths: ['/register-term'],
    load: importAgain(
      () => import('./screens/policies/CombinedPoliciesScreen.tsx'),
      (code) => code.CombinedPoliciesScreen,
    ),
  },
  careers: {
    paths: ['/careers'],
    load: importAgain(
      () => import('./screens/careers/CareersScreen.tsx'),
      (code) => code.CareersScreen,
    ),
  },
  courses: {
    paths: ['/courses'],
    load: importAgain(
      () => import('./screens/courses/CoursesScreen.tsx'),
      (code) => code.CoursesScreen,
    ),
  },
  blog: {
    paths: ['/blog', '/blog/category/:category', '/blog/:slug'],
    load: importAgain(
      () => import('./screens/blog/BlogScreen.tsx'),
      (code) => code.BlogScreen,
    ),
    preload: (props) => import('./screens/blog/BlogScreen.tsx').then((code) => code.preloadBlog(props)),
  },
  notFound: {
    paths: ['*', '/blog/category', '/blog/tag'],
    load: importAgain(
      () => import('./screens/notFound/NotFoundScreen.tsx'),
      (code) => code.NotFoundScreen,
    ),
  },
} satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

export const screenNames = Object.keys(screens).filter((name): name is ScreenName => name in screens);

const routeTable = screenNames.flatMap((name) =>
  screens[name].paths.map((path) => ({ path, id: name, name })),
);

/** The router decodes the segments of a path. */
const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The name of the screen at a path and its parameters; `notFound` where the route table has none. */
export function matchScreen(path: string): { name: ScreenName } & ScreenProps {
  const known = pagePath(path);
  const match = known === null ? undefined : matchRoutes(routeTable, encodePath(known))?.[0];
  return { name: match?.route.name ?? 'notFound', params: match?.params ?? {} };
}

export const screenNameForPath = (path: string): ScreenName => matchScreen(path).name;

/** The path that the document of a post that does not exist is rendered for. */
export const UNKNOWN_POST = '/blog/404';

/** Whether the document that was rendered for a path has the page of another one. Unknown paths and posts share theirs. */
export function isPageOf(document: string, path: string): boolean {
  const { name, params } = matchScreen(path);
  if (screenNameForPath(document) === 'notFound') return name === 'notFound';
  return document === UNKNOWN_POST ? params.slug !== undefined : pagePath(document) === pagePath(path);
}

export const loadedScreens = new Map<string, ComponentType<ScreenProps>>();

/** Undefined until the code of the screen is loaded. */
export const loadedScreen = (name: string): ComponentType<ScreenProps> | undefined => loadedScreens.get(name);

/**
 * Loads the code of a screen. Can be called again after a failure.
 *
 * @throws Error where there is no such screen or its code cannot be loaded.
 */
export async function loadScreen(name: string): Promise<void> {
  const screen = screenNames.find((known) => known === name);
  if (!screen) throw new Error(`There is no screen "${name}".`);
  loadedScreens.set(screen, await screens[screen].load());
}

/**
 * Loads the code and the data of the page at a path, so that it renders synchronously when it is prerendered or
 * hydrated.
 *
 * @throws Error where something cannot be loaded.
 */
export async function loadPage(path: string): Promise<void> {
  const { name, params } = matchScreen(path);
  const screen: Screen = screens[name];
  await loadScreen(name);
  await screen.preload?.({ params });
}
