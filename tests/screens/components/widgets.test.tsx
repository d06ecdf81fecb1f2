import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { routeLoadingMachine } from '../../../machines/routeLoading/routeLoading.machine.ts';
import { Dialog } from '../../../src/components/Dialog.tsx';
import { FaqAccordion } from '../../../src/components/FaqAccordion.tsx';
import { RouteNotice } from '../../../src/components/RouteNotice.tsx';
import { TabPanel, Tabs } from '../../../src/components/Tabs.tsx';
import { homeFaq } from '../../../src/content/homeFaq.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** Tabs, dialog, accordion and notice: roles, names, states, keys, and what is called. */

const [onSelect, onClose, onCancel] = [vi.fn(), vi.fn(), vi.fn()];

beforeEach(() => {
  for (const mock of [onSelect, onClose, onCancel] as const) mock.mockReset();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('tabs', () => {
  const tabs = [
    { id: 'math', label: 'Math' },
    { id: 'english', label: 'English' },
    { id: 'ict', label: 'ICT' },
  ] as const;

  const show = (selected: (typeof tabs)[number]['id']) =>
    render(
      <>
        <Tabs id="curriculum" label="Subject" tabs={tabs} selected={selected} onSelect={onSelect} />
        <TabPanel id="curriculum" selected={selected}>
          <p>Topics</p>
        </TabPanel>
      </>,
    );

  const tab = (name: string) => screen.getByRole('tab', { name });

  /** Presses a key on a tab. Returns whether the browser does nothing else with it. */
  function press(name: string, key: string, keys: KeyboardEventInit = {}) {
    const event = createEvent.keyDown(tab(name), { key, ...keys });
    fireEvent(tab(name), event);
    return event.defaultPrevented;
  }

  test('one is selected, which Tab reaches; it names the panel', () => {
    show('english');
    expect(screen.getByRole('tablist', { name: 'Subject' })).toBeInTheDocument();
    const states = screen
      .getAllByRole('tab')
      .map((each) =>
        ['id', 'aria-selected', 'tabindex', 'aria-controls'].map((name) => each.getAttribute(name)),
      );
    expect(states).toEqual([
      ['curriculum-tab-math', 'false', '-1', 'curriculum-panel'],
      ['curriculum-tab-english', 'true', '0', 'curriculum-panel'],
      ['curriculum-tab-ict', 'false', '-1', 'curriculum-panel'],
    ]);
    expect(screen.getByRole('tabpanel', { name: 'English' })).toHaveAttribute('id', 'curriculum-panel');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Topics');
  });

  test('a click selects', () => {
    show('math');
    fireEvent.click(tab('ICT'));
    expect(onSelect.mock.calls).toEqual([['ict']]);
  });

  test.each([
    ['ArrowRight', 'Math', 'english'],
    ['ArrowRight', 'ICT', 'math'],
    ['ArrowLeft', 'ICT', 'english'],
    ['ArrowLeft', 'Math', 'ict'],
    ['Home', 'ICT', 'math'],
    ['Home', 'English', 'math'],
    ['End', 'Math', 'ict'],
    ['End', 'English', 'ict'],
  ])('%s on %s selects %s, which has the focus', (key, from, to) => {
    show('math');
    expect(press(from, key)).toBe(true);
    expect(onSelect.mock.calls).toEqual([[to]]);
    expect(document.activeElement).toHaveAttribute('id', `curriculum-tab-${to}`);
  });

  test.each([
    ['Enter', {}],
    ['ArrowDown', {}],
    ['ArrowRight', { altKey: true }],
    ['ArrowRight', { ctrlKey: true }],
    ['ArrowRight', { metaKey: true }],
  ])('%s with %o is left to the browser', (key, keys) => {
    const failing = vi.fn();
    window.addEventListener('error', failing, { once: true });
    show('math');
    tab('Math').focus();
    expect(press('Math', key, keys)).toBe(false);
    window.removeEventListener('error', failing);
    expect(failing).not.toHaveBeenCalled();
    expect(onSelect).not.toHaveBeenCalled();
    expect(tab('Math')).toHaveFocus();
  });
});

describe('a dialog', () => {
  const dialog = (isOpen: boolean) => (
    <>
      <button type="button" id="opener">
        Open
      </button>
      <Dialog
        id="application"
        title="Apply for Math Tutor"
        isOpen={isOpen}
        initialFocusId="name"
        openerId="opener"
        onClose={onClose}
        onCancel={onCancel}
      >
        <input id="name" />
      </Dialog>
    </>
  );
  const element = () => document.querySelector('dialog');

  test('it is modal with its title while it is open, and its content stays', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    const { rerender } = render(dialog(false));
    expect(element()?.open).toBe(false);
    expect(document.getElementById('name')).toBeInTheDocument();
    rerender(dialog(true));
    expect(showModal).toHaveBeenCalledOnce();
    expect(screen.getByRole('dialog', { name: 'Apply for Math Tutor' })).toHaveAttribute('id', 'application');
    expect(document.activeElement).toHaveAttribute('id', 'name');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Asha' } });
    rerender(dialog(false));
    expect(element()?.open).toBe(false);
    expect(document.activeElement).toHaveAttribute('id', 'opener');
    expect(document.querySelector('input')).toHaveValue('Asha');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('its button closes it', () => {
    render(dialog(true));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect([onClose.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
  });

  test('the browser closes it on Escape', () => {
    render(dialog(true));
    fireEvent(element() ?? document, new Event('close'));
    expect(onCancel).not.toHaveBeenCalled();
    element()?.close();
    expect([onClose.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
  });
});

describe('§2 the FAQ: one answer at a time', () => {
  const open = () =>
    screen
      .getAllByRole('button')
      .filter((button) => button.getAttribute('aria-expanded') === 'true')
      .map(({ textContent }) => textContent);
  const shown = () => [...document.querySelectorAll('.faq-answer:not([hidden])')].map(({ id }) => id);

  test('each question controls its answer, with its link', () => {
    renderOnPage(<FaqAccordion questions={homeFaq} />);
    expect(screen.getByRole('region', { name: 'Questions parents ask us' })).toHaveAttribute(
      'data-flow',
      'faqAccordion',
    );
    const questions = screen.getAllByRole('button');
    expect(questions.map(({ textContent }) => textContent)).toEqual(homeFaq.map(({ question }) => question));
    const answers = questions.map((question) => {
      const answer = document.getElementById(question.getAttribute('aria-controls') ?? '');
      const link = [...(answer?.querySelectorAll('p + p a') ?? [])].map((each) => [
        ...[each.getAttribute('href'), each.textContent],
      ]);
      return [question.id, answer?.querySelector('p')?.textContent, ...link];
    });
    expect(answers).toEqual(
      homeFaq.map(({ id, answer, link }) => [
        ...[`faq-${id}`, answer],
        ...(link ? [[link.href, link.label]] : []),
      ]),
    );
    expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual([
      'H2',
      ...homeFaq.map(() => 'H3'),
    ]);
  });

  test('clicking one opens it and closes any other; clicking the open one closes it', () => {
    renderOnPage(<FaqAccordion questions={homeFaq} />);
    expect([open(), shown()]).toEqual([[], []]);
    fireEvent.click(screen.getByText('Which grades do you teach?'));
    expect([open(), shown()]).toEqual([['Which grades do you teach?'], ['faq-grades-answer']]);
    fireEvent.click(screen.getByText('Can I get my money back?'));
    expect([open(), shown()]).toEqual([['Can I get my money back?'], ['faq-refund-answer']]);
    fireEvent.click(screen.getByText('Can I get my money back?'));
    expect([open(), shown()]).toEqual([[], []]);
  });
});

describe('the notice about a page that is loaded', () => {
  const page = { to: '/careers', screen: 'careers' };
  const scrolling = () => vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const send = vi.fn();
  type Value = Parameters<typeof routeLoadingMachine.resolveState>[0]['value'];
  const notice = (value: Value) => {
    const context = { shown: null, requested: page, loaded: [] };
    return <RouteNotice snapshot={routeLoadingMachine.resolveState({ value, context })} send={send} />;
  };

  test.each([{ loading: 'onTime' }, 'shown'] as Value[])('%o: nothing is said', (value) => {
    const scrolls = scrolling();
    const { container } = render(notice(value));
    expect(container).toHaveTextContent(/^$/);
    expect(screen.getByRole('status')).toHaveClass('route-progress');
    expect(screen.getByRole('alert')).toHaveClass('route-failure');
    expect(container.firstElementChild).toHaveAttribute('id', 'route-notice');
    expect(container.firstElementChild).toHaveAttribute('tabindex', '-1');
    expect(scrolls).not.toHaveBeenCalled();
  });

  test('a page that loads slowly is announced', () => {
    const scrolls = scrolling();
    const { container } = render(notice({ loading: 'slow' }));
    expect(screen.getByRole('status')).toHaveTextContent(/^Loading the page…$/);
    expect(container).toHaveTextContent(/^Loading the page…$/);
    expect(scrolls).not.toHaveBeenCalled();
  });

  test('a page that could not be loaded: once more, or as a document', () => {
    const scrolls = scrolling();
    render(notice('failed'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^The page could not be loaded\. Please check your connection and try again\.$/,
    );
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(scrolls.mock.contexts).toEqual([document.getElementById('route-notice')]);
    expect(screen.getByRole('link', { name: 'Load the whole page again' })).toHaveAttribute(
      'href',
      '/careers',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(send.mock.calls).toEqual([[{ type: 'retried' }]]);
  });
});
