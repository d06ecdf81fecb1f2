import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Footer } from '../../../src/components/Footer.tsx';
import { Header } from '../../../src/components/Header.tsx';
import { Layout } from '../../../src/components/Layout.tsx';
import { NewsletterForm } from '../../../src/components/NewsletterForm.tsx';
import { site } from '../../../src/content/site.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2 What every page has: navigation bar, footer, newsletter and chat. */

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  fetching.mockReset();
});

const links = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

const stateOf = (flow: string) => document.querySelector<HTMLElement>(`[data-flow="${flow}"]`)?.dataset.state;

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

describe('the navigation bar', () => {
  const button = () => screen.getByRole('button', { name: 'Menu' });
  const openMenu = (path?: string) => {
    const page = renderOnPage(<Header />, path);
    fireEvent.click(button());
    expect(stateOf('mobileMenu')).toBe('open');
    return page;
  };

  test('its links, of which that of the page is marked', () => {
    renderOnPage(<Header />, '/services');
    const menu = screen.getByRole('navigation', { name: 'Main' });
    expect(links(menu)).toEqual([
      ['Home', '/'],
      ['Syllabus', '/courses'],
      ['Services', '/services'],
      ['Careers', '/careers'],
      ['Register', '/register-re'],
    ]);
    expect(within(menu).getByRole('link', { current: 'page' })).toHaveTextContent('Services');
    expect(screen.getByRole('link', { name: site.name })).toHaveAttribute('href', '/');
    expect(document.querySelector('.site-name img')).toHaveAttribute('loading', 'eager');
  });

  test('its button opens and closes the menu', () => {
    renderOnPage(<Header />);
    const icon = () => document.querySelector('.menu-button path')?.getAttribute('d');
    expect(button()).toHaveAttribute('id', 'menu-button');
    expect(button()).toHaveAttribute('aria-controls', screen.getByRole('navigation').id);
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    expect(icon()).toBe('M4 7h16M4 12h16M4 17h16');
    expect(document.querySelector('.menu-overlay')).toBeNull();
    fireEvent.click(button());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(icon()).toBe('M6 6l12 12M18 6 6 18');
    expect(document.querySelector('.menu-overlay')).toHaveAttribute('tabindex', '-1');
    fireEvent.click(button());
    expect([stateOf('mobileMenu'), icon()]).toEqual(['closed', 'M4 7h16M4 12h16M4 17h16']);
  });

  test.each([
    ['the overlay', () => press('Close the menu')],
    ['Escape', pressEscape],
  ])('%s closes the menu, and its button has the focus', (_, close) => {
    openMenu();
    close();
    expect(stateOf('mobileMenu')).toBe('closed');
    expect(button()).toHaveFocus();
  });

  test('the focus that leaves the header closes the menu; within it the menu stays', () => {
    renderOnPage(
      <>
        <Header />
        <button type="button">Outside</button>
      </>,
    );
    fireEvent.click(button());
    act(() => screen.getByRole('link', { name: 'Careers' }).focus());
    expect(stateOf('mobileMenu')).toBe('open');
    act(() => screen.getByRole('button', { name: 'Outside' }).focus());
    expect(stateOf('mobileMenu')).toBe('closed');
  });

  test('following a link closes the menu', async () => {
    const { go } = openMenu('/');
    await go('/careers');
    expect(stateOf('mobileMenu')).toBe('closed');
  });
});

test('the footer: its links, its contacts, the newsletter and the legal links', () => {
  renderOnPage(<Footer />);
  expect(links(screen.getByRole('navigation', { name: 'Footer' }))).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Syllabus', '/courses'],
    ['Testimonials', '/testimonials'],
    ['Blog', '/blog'],
    ['Contact Us', '/contact'],
    ['Privacy Policy', '/privacy'],
    ['Terms', '/terms'],
    ['Refund Policy', '/refund'],
  ]);
  expect(links(screen.getByRole('navigation', { name: 'Legal' }))).toEqual([
    ['Privacy Policy', '/privacy'],
    ['Terms', '/terms'],
    ['Refund Policy', '/refund'],
  ]);
  const address = screen.getByRole('group');
  expect(links(address)).toEqual([
    [site.phone, site.phoneHref],
    [site.email, site.emailHref],
  ]);
  expect(address).toHaveTextContent(site.name);
  expect(screen.getByRole('region', { name: 'Newsletter' })).toBeInTheDocument();
});

test('the layout: the page between header and footer, and the ways to ask', () => {
  const { container } = renderOnPage(
    <Layout notice={<p>A notice</p>}>
      <h1>The page</h1>
    </Layout>,
  );
  expect([...container.children].map((element) => element.id || element.className)).toEqual([
    ...['skip-link', 'site-header', '', 'main', 'site-footer', 'callBack-widget', 'chat'],
  ]);
  expect(screen.getByText('A notice').parentElement).toBe(container);
  expect(within(screen.getByRole('main')).getByRole('heading')).toHaveTextContent('The page');
  expect(screen.getByRole('main')).toHaveAttribute('tabindex', '-1');
  const chat = within(screen.getByRole('complementary', { name: 'Chat' })).getByRole('link');
  expect(chat).toHaveAccessibleName('Chat with us (opens in a new tab)');
  expect(chat).toHaveAttribute('href', site.chatHref);
  expect(chat).toHaveAttribute('target', '_blank');
});

describe('the newsletter', () => {
  const field = () => screen.getByLabelText('Your e-mail for the newsletter');
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  const PROBLEM = 'Please enter an e-mail address such as name@example.com.';
  const THANKS =
    'Thank you for your interest. Our newsletter has not started yet, so you are not subscribed and your address was not kept.';

  test('an address is thanked for, and not kept', () => {
    renderOnPage(<NewsletterForm />);
    const form = document.querySelector('form');
    expect([form?.method, form?.noValidate]).toEqual(['dialog', true]);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    for (const [name, value] of [
      ['id', 'newsletter-email'],
      ['type', 'email'],
      ['inputmode', 'email'],
      ['autocomplete', 'email'],
    ] as const)
      expect(field()).toHaveAttribute(name, value);
    type('asha@example.com');
    expect(field()).toHaveValue('asha@example.com');
    expect(fireEvent.submit(form ?? document)).toBe(false);
    expect(screen.getByRole('status')).toHaveTextContent(THANKS);
    expect(field()).toHaveValue('');
    expect(fetching).not.toHaveBeenCalled();
  });

  test('what is no address is said at the field', () => {
    renderOnPage(<NewsletterForm />);
    type('asha');
    press('Subscribe');
    expect(field()).toHaveAccessibleDescription(PROBLEM);
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    type('asha@example.com');
    expect(field()).toHaveAttribute('aria-invalid', 'false');
    expect(document.querySelector('.field-problem')).toBeNull();
  });
});
