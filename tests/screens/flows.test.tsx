import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, createMachine, type InspectionEvent } from 'xstate';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { stateName } from '../../machines/stateName.ts';
import { useSnapshot } from '../../src/browser/snapshot.ts';
import { blogList } from '../../src/flows/blogList.ts';
import { blogPost, loadedPostSnapshot, preloadPost } from '../../src/flows/blogPost.ts';
import { contact } from '../../src/flows/contact.ts';
import { curriculumBrowser } from '../../src/flows/curriculum.ts';
import { faqAccordion } from '../../src/flows/faqAccordion.ts';
import { heroSlideshow } from '../../src/flows/heroSlideshow.ts';
import { pageInspection } from '../../src/flows/inspection.ts';
import { menuButtonId, mobileMenu } from '../../src/flows/mobileMenu.ts';
import { newsletter, newsletterFieldId } from '../../src/flows/newsletter.ts';
import { openings } from '../../src/flows/openings.ts';
import { loadedPageSnapshot, noticeId, pageForPath, routeLoading } from '../../src/flows/routeLoading.ts';
import { scholarshipTermsPanel } from '../../src/flows/scholarshipTerms.ts';
import { useFlow } from '../../src/flows/useFlow.ts';
import { loadScreen } from '../../src/screens.ts';
import { eventually } from '../support/eventually.ts';

/** How flows run in React, and what the smaller ones do in the browser. */

const SLUG = 'future-ready-skills';

const focused = () => document.activeElement?.id;

beforeEach(() => {
  pageInspection.actorOptions = () => ({});
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
  document.body.replaceChildren();
});

test('each flow has its own name', () => {
  expect(
    [blogList, blogPost, curriculumBrowser, faqAccordion, heroSlideshow, mobileMenu]
      .map(({ id }) => id)
      .concat([newsletter, openings, routeLoading, scholarshipTermsPanel].map(({ id }) => id)),
  ).toEqual([
    ...['blogList', 'blogPost', 'curriculum', 'faqAccordion', 'heroSlideshow', 'mobileMenu'],
    ...['newsletter', 'openings', 'routeLoading', 'scholarshipTerms'],
  ]);
});

test('the menu and the newsletter move the focus to their ids', () => {
  document.body.innerHTML = `<button id="${menuButtonId}"></button><input id="${newsletterFieldId}">`;
  expect([menuButtonId, newsletterFieldId]).toEqual(['menu-button', 'newsletter-email']);
  const menu = createActor(mobileMenu.machine).start();
  menu.send({ type: 'toggled' });
  expect(focused()).toBe('');
  menu.send({ type: 'cancelled' });
  expect(focused()).toBe('menu-button');
  createActor(newsletter.machine).start().send({ type: 'submitted' });
  expect(focused()).toBe('newsletter-email');
});

test('a page is named by its screen, and is there from the start once its code is loaded', async () => {
  const page = pageForPath('/privacy');
  expect(page).toEqual({ to: '/privacy', screen: 'privacy' });
  expect(loadedPageSnapshot(page)).toBeUndefined();
  const actor = createActor(routeLoading.machine, { input: { first: page } }).start();
  await eventually(() => expect(actor.getSnapshot().value).toBe('shown'));
  expect(loadedPageSnapshot(page)).toMatchObject({ value: 'shown', context: { shown: page } });
});

test('a page that cannot be loaded has a notice with the focus while it is tried again', async () => {
  document.body.innerHTML = `<p id="${noticeId}" tabindex="-1"></p>`;
  const first = { to: '/gone', screen: 'gone' };
  const actor = createActor(routeLoading.machine, { input: { first } }).start();
  await eventually(() => expect(actor.getSnapshot().value).toBe('failed'));
  expect(focused()).toBe('');
  actor.send({ type: 'retried' });
  expect(focused()).toBe('route-notice');
});

test('a page fades into another one, not into the first and not into itself', async () => {
  await loadScreen('privacy');
  const shown = (to: string | null) => {
    const page = { to: to ?? '', screen: 'privacy' };
    const context = { shown: to === null ? null : page, requested: page, loaded: ['privacy'] };
    return routeLoading.machine.resolveState({ value: 'shown', context });
  };
  const fades = (before: string | null, after: string | null) =>
    routeLoading.shouldCrossFade?.(shown(before), shown(after));
  expect([
    fades(null, '/a'),
    fades('/a', '/a'),
    fades('/a', '/b'),
    fades('/a', null),
    fades(null, null),
  ]).toEqual([...[false, false, true, true, false]]);
});

test('a post is loaded by its slug; the page starts with one that is loaded before', async () => {
  const input = { slug: SLUG, slugs: [SLUG, 'unknown'] };
  const actor = createActor(blogPost.machine, { input }).start();
  await eventually(() => expect(actor.getSnapshot().value).toBe('shown'));
  expect(actor.getSnapshot().context.loaded.map(({ slug }) => slug)).toEqual([SLUG]);
  expect(loadedPostSnapshot(input)).toBeUndefined();
  await preloadPost(SLUG);
  await preloadPost('unknown');
  expect(loadedPostSnapshot(input)).toMatchObject({ value: 'shown', context: { loaded: [{ slug: SLUG }] } });
  expect(loadedPostSnapshot({ ...input, slug: 'unknown' })).toBeUndefined();
});

test('a post that is not there fails in words; the heading has the focus while it is tried again', async () => {
  document.body.innerHTML = '<main><h1 id="heading"></h1></main>';
  const errors: unknown[] = [];
  const inspect = ({ type, ...rest }: InspectionEvent) => {
    if (type === '@xstate.event' && 'event' in rest && 'error' in rest.event) errors.push(rest.event.error);
  };
  const input = { slug: 'unknown', slugs: ['unknown'] };
  const actor = createActor(blogPost.machine, { input, inspect }).start();
  await eventually(() => expect(actor.getSnapshot().value).toBe('failed'));
  expect(errors).toEqual([new Error('There is no post "unknown".')]);
  actor.send({ type: 'retried' });
  expect(focused()).toBe('heading');
});

/** A machine whose changes can be seen. */
const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  context: ({ input }: { input: unknown }) => ({ input }),
  states: { off: { on: { toggled: 'on' } }, on: { on: { toggled: 'off' } } },
});

test('a flow runs as long as it is mounted, with its input and its state on the page', () => {
  const inspect = vi.fn();
  pageInspection.actorOptions = (flow, machine) => {
    expect([flow, machine]).toEqual(['lamp', lamp]);
    return { inspect };
  };
  const { result } = renderHook(() => useFlow({ id: 'lamp', machine: lamp }, 'input'));
  expect(inspect).toHaveBeenCalled();
  expect(result.current.snapshot.context).toEqual({ input: 'input' });
  expect(result.current.rootProps).toEqual({ 'data-flow': 'lamp', 'data-state': 'off' });
  act(() => result.current.send({ type: 'toggled' }));
  expect(result.current.rootProps['data-state']).toBe('on');
  expect(sessionStorage.length).toBe(0);
});

test('a flow can start in another state', () => {
  const snapshot = lamp.resolveState({ value: 'on', context: { input: 'saved' } });
  const { result } = renderHook(() => useFlow({ id: 'lamp', machine: lamp }, 'input', snapshot));
  expect(result.current.rootProps['data-state']).toBe('on');
});

test('a flow saves its draft with each change, and finds it again once it runs', async () => {
  const values = { ...contactForm.emptyValues, name: 'Asha' };
  const first = renderHook(() => useFlow(contact));
  await act(async () => first.result.current.send({ type: 'changed', values }));
  const saved = sessionStorage.getItem('contact');
  expect(JSON.parse(saved ?? '')).toMatchObject({ draft: values });
  first.unmount();
  const second = renderHook(() => useFlow(contact));
  expect(second.result.current.snapshot.context.values.name).toBe('');
  await act(async () => {});
  expect(second.result.current.snapshot.context.values).toEqual(values);
  expect(stateName(second.result.current.snapshot)).toBe('idle');
});

test('without a draft, or with one that is not valid, nothing is restored', async () => {
  const toEvent = vi.fn(() => null);
  const flow = { id: 'lamp', machine: lamp, draft: { toDraft: () => ({ on: true }), toEvent } };
  const first = renderHook(() => useFlow(flow));
  await act(async () => {});
  expect(toEvent).not.toHaveBeenCalled();
  act(() => first.result.current.send({ type: 'toggled' }));
  first.unmount();
  const second = renderHook(() => useFlow(flow));
  await act(async () => {});
  expect(toEvent).toHaveBeenCalledExactlyOnceWith({ on: true });
  expect(second.result.current.rootProps['data-state']).toBe('off');
  sessionStorage.setItem('lamp', JSON.stringify({ savedAt: Date.now(), draft: { on: true } }));
  const third = renderHook(() => useFlow({ id: 'lamp', machine: lamp }));
  await act(async () => {});
  expect(third.result.current.rootProps['data-state']).toBe('off');
});

test('useSnapshot: a change fades where it should, and compares each snapshot with the one before', () => {
  const start = vi.fn((update: () => void) => {
    update();
    return { ready: Promise.resolve() };
  });
  Object.defineProperty(document, 'startViewTransition', { value: start, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'startViewTransition'));
  const lamps = [1, 2].map((input) => createActor(lamp, { input }).start());
  const [one, two] = lamps;
  if (!one || !two) throw new Error('There are two lamps.');
  const compared: string[] = [];
  const isOn = (before: { value: unknown }, after: { value: unknown }) => {
    compared.push(`${before.value} ${after.value}`);
    return after.value === 'on';
  };
  const never = () => false;
  const { result, rerender, unmount } = renderHook(({ actor, fades }) => useSnapshot(actor, fades), {
    initialProps: { actor: one, fades: isOn },
  });
  act(() => one.send({ type: 'toggled' }));
  expect([result.current.value, start.mock.calls.length]).toEqual(['on', 1]);
  act(() => one.send({ type: 'toggled' }));
  expect([result.current.value, start.mock.calls.length]).toEqual(['off', 1]);
  expect(compared).toEqual(['off on', 'on off']);
  rerender({ actor: one, fades: never });
  act(() => one.send({ type: 'toggled' }));
  expect([result.current.value, start.mock.calls.length]).toEqual(['on', 1]);
  rerender({ actor: two, fades: never });
  expect(result.current.value).toBe('off');
  act(() => two.send({ type: 'toggled' }));
  expect(result.current.value).toBe('on');
  unmount();
  two.send({ type: 'toggled' });
  const plain = renderHook(() => useSnapshot(two));
  act(() => two.send({ type: 'toggled' }));
  expect([plain.result.current.value, start.mock.calls.length]).toEqual(['on', 1]);
});
