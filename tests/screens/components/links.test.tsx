import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CalendarDate } from '../../../src/components/CalendarDate.tsx';
import { ContactLink } from '../../../src/components/ContactLink.tsx';
import { Html } from '../../../src/components/Html.tsx';
import { LinkedText } from '../../../src/components/LinkedText.tsx';
import { NewTabLink } from '../../../src/components/NewTabLink.tsx';
import { NoScriptNotice } from '../../../src/components/NoScriptNotice.tsx';
import { Points } from '../../../src/components/Points.tsx';
import { PolicySectionText, PolicyText } from '../../../src/components/PolicyText.tsx';
import { Seo } from '../../../src/components/Seo.tsx';
import { SiteLink } from '../../../src/components/SiteLink.tsx';
import { SkipLink } from '../../../src/components/SkipLink.tsx';
import { site } from '../../../src/content/site.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** Links and texts: where they lead, and what may be in them. */

afterEach(cleanup);

const CALL = `<a href="${site.phoneHref}" class="no-wrap">${site.phone}</a>`;
const WRITE = `<a href="${site.emailHref}">${site.email}</a>`;

/** Returns the address, the class and the text of each link. */
const links = (within: ParentNode = document) =>
  [...within.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent]);

test('phone and e-mail: links that call and write; the number is not wrapped', () => {
  expect(renderToStaticMarkup(<ContactLink by="phone" />)).toBe(CALL);
  expect(renderToStaticMarkup(<ContactLink by="email" />)).toBe(WRITE);
  expect(site.phoneHref).toMatch(/^tel:\+?\d+$/);
  expect(site.emailHref).toBe(`mailto:${site.email}`);
});

test.each([
  [`Call ${site.phone} or write to ${site.email}.`, `Call ${CALL} or write to ${WRITE}.`],
  [`${site.email} or ${site.phone}`, `${WRITE} or ${CALL}`],
  [`Call ${site.phone.replace('+', '')}.`, `Call ${site.phone.replace('+', '')}.`],
  [`Write to ${site.email.replaceAll('.', '-')}.`, `Write to ${site.email.replaceAll('.', '-')}.`],
  ['Two words', 'Two words'],
])('the contacts in "%s" are links', (text, html) => {
  expect(renderToStaticMarkup(<LinkedText text={text} />)).toBe(html);
});

test('a link in a new tab says so to screen readers', () => {
  render(
    <NewTabLink href="/refund" className="chat-link">
      Refund Policy
    </NewTabLink>,
  );
  const link = screen.getByRole('link', { name: 'Refund Policy (opens in a new tab)' });
  expect(link).toHaveAttribute('href', '/refund');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener');
  expect(link).toHaveClass('chat-link', { exact: true });
  expect(screen.getByText('(opens in a new tab)')).toHaveClass('visually-hidden');
});

test('the first link leads to the content', () => {
  render(<SkipLink />);
  expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveAttribute('href', '#main');
});

describe('a link of the site', () => {
  /** Follows a link on a page. Returns whether a document is loaded, and the page that is shown otherwise. */
  function follow(href: string, from: string) {
    const { path } = renderOnPage(<SiteLink href={href}>There</SiteLink>, from);
    const isLoaded = fireEvent.click(screen.getByRole('link', { name: 'There' }));
    return [isLoaded, path()];
  }

  test.each([
    ['/about', '/', false, '/about'],
    ['/register-re', '/', true, '/'],
    ['/about', '/register-re', true, '/register-re'],
    ['/REGISTER-RE/', '/', true, '/'],
    ['https://other.test/about', '/', true, '/'],
    ['#terms', '/about', true, '/about'],
  ])('to %s from %s: loads a document %s', (href, from, isLoaded, shown) => {
    expect(follow(href, from)).toEqual([isLoaded, shown]);
  });

  test('only one that marks it says that its page is shown', () => {
    renderOnPage(
      <>
        <SiteLink href="/about" className="button" marksCurrentPage>
          Marked
        </SiteLink>
        <SiteLink href="/about">Unmarked</SiteLink>
        <SiteLink href="/about/us" marksCurrentPage>
          Other
        </SiteLink>
      </>,
      '/about',
    );
    const current = screen
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('aria-current')]);
    expect(current).toEqual([
      ['Marked', 'page'],
      ['Unmarked', null],
      ['Other', null],
    ]);
    expect(screen.getByText('Marked')).toHaveClass('button', { exact: true });
    expect(screen.getByText('Marked')).toHaveAttribute('href', '/about');
  });
});

describe('the head of a page', () => {
  const texts = { title: 'About | Future Ready Academy', description: 'Who we are.' };

  test('title, description and canonical address', () => {
    expect(renderToStaticMarkup(<Seo {...texts} path="/about" />)).toBe(
      `<title>${texts.title}</title><meta name="description" content="${texts.description}"/><link rel="canonical" href="${site.origin}/about"/>`,
    );
  });

  test('a page without an address of its own is not indexed', () => {
    expect(renderToStaticMarkup(<Seo {...texts} path={null} />)).toBe(
      `<title>${texts.title}</title><meta name="description" content="${texts.description}"/><meta name="robots" content="noindex"/>`,
    );
  });
});

test.each([
  ['2025-08-05', '5 August 2025'],
  ['2026-01-01', '1 January 2026'],
  ['2025-12-31', '31 December 2025'],
])('the day %s in words', (date, words) => {
  expect(renderToStaticMarkup(<CalendarDate date={date} />)).toBe(`<time dateTime="${date}">${words}</time>`);
});

test('a day is the same one west of Greenwich', () => {
  const { toLocaleDateString } = Date.prototype;
  const inCalifornia = vi.spyOn(Date.prototype, 'toLocaleDateString');
  inCalifornia.mockImplementation(function (this: Date, locales, options) {
    return toLocaleDateString.call(this, locales, { timeZone: 'America/Los_Angeles', ...options });
  });
  onTestFinished(() => inCalifornia.mockRestore());
  expect(new Date('2025-08-05').toLocaleDateString('en-IN', { dateStyle: 'long' })).toBe('4 August 2025');
  expect(renderToStaticMarkup(<CalendarDate date="2025-08-05" />)).toContain('5 August 2025');
});

test('a list of short texts', () => {
  render(<Points points={['Math Puzzles', 'Vedic Math Basics']} />);
  const items = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Math Puzzles', 'Vedic Math Basics']);
});

test.each([
  [
    <NoScriptNotice key="form" />,
    `This form needs JavaScript. You can also write to ${WRITE} or call ${CALL}.`,
  ],
  [
    <NoScriptNotice key="careers" what="Applying on this page" write="send your CV to" />,
    `Applying on this page needs JavaScript. You can also send your CV to ${WRITE} or call ${CALL}.`,
  ],
])('without scripts: how else to reach the provider', (notice, text) => {
  expect(renderToStaticMarkup(notice)).toBe(`<noscript><p class="noscript-notice">${text}</p></noscript>`);
});

describe('text that is written as HTML', () => {
  test.each([
    ['paragraphs and lists', '<p>One</p><ul><li>Two</li><li>Three</li></ul>', null],
    [
      'headings and emphasis',
      '<h2>A</h2><h3>B</h3><p>C <em>D</em> <strong>E</strong>.</p><ol><li>F</li></ol>',
      null,
    ],
    ['spaces between elements', '<h2>A</h2>\n\n<p>B</p>\n', '<h2>A</h2><p>B</p>'],
    ['spaces within elements', '<p><em>A</em> <em>B</em></p>', null],
    ['text around elements', 'A <p>B</p> C', null],
    ['a script', '<p>A</p><script>alert(1)</script>', '<p>A</p>alert(1)'],
    ['a link', '<p>A <a href="/evil">B</a></p>', '<p>A B</p>'],
    ['an attribute', '<p onclick="alert(1)">A</p>', 'A'],
    ['an image and a comment', '<p>A<img src="x"><!-- B --></p>', '<p>A</p>'],
    ['an end without a beginning', 'A</p><p>B</p>', 'A<p>B</p>'],
    ['elements that end in another order', '<p>A <em>B</p> C</em> D</p>', '<p>A <em>B C</em> D</p>'],
    ['another tag that begins alike', '<p>A</p><pre>B</pre><h1>C</h1>', '<p>A</p>BC'],
    ['an element in capitals', '<P>A</P>', 'A'],
  ])('%s', (_, html, expected) => {
    expect(renderToStaticMarkup(<Html html={html} />)).toBe(expected ?? html);
  });
});

describe('a policy', () => {
  const section = {
    heading: 'Cancelling',
    paragraphs: [`Write to ${site.email}.`, 'Or call.'],
    points: [`By ${site.phone}`, 'By letter'],
    links: [{ label: 'Shipping Policy', href: '/shipping' }],
  };
  const policy = {
    id: 'refund',
    title: 'Refund Policy',
    updated: 'August 1, 2025',
    intro: 'Please read this.',
    sections: [section, { heading: 'Courts' }],
  };
  const headings = () =>
    screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`);

  test('as a page: its title is that of the page, and it ends with how to reach the provider', () => {
    renderOnPage(<PolicyText policy={policy} as="page" />);
    expect(headings()).toEqual(['H1 Refund Policy', 'H2 Cancelling', 'H2 Courts', 'H2 How to reach us']);
    expect(screen.getByRole('article', { name: 'Refund Policy' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('id', 'refund');
    expect(screen.getByText('Please read this.')).toHaveClass('lead');
    expect(screen.getByText('August 1, 2025')).toHaveAttribute('datetime', '2025-08-01');
    expect(links()).toEqual([
      [site.emailHref, site.email],
      [site.phoneHref, site.phone],
      ['/shipping', 'Shipping Policy'],
      [site.phoneHref, site.phone],
      [site.emailHref, site.email],
    ]);
  });

  test('as a block of a page: one level below it', () => {
    renderOnPage(<PolicyText policy={policy} as="block" />);
    expect(headings()).toEqual(['H2 Refund Policy', 'H3 Cancelling', 'H3 Courts']);
  });

  test('a section has paragraphs, points and links', () => {
    const { container } = renderOnPage(<PolicySectionText section={section} as="h2" />);
    expect(container).toContainHTML(
      `<section><h2>Cancelling</h2><p>Write to ${WRITE}.</p><p>Or call.</p><ul><li>By ${CALL}</li><li>By letter</li></ul><p class="policy-link"><a href="/shipping">Shipping Policy</a></p></section>`,
    );
  });

  test('a section of nothing but a heading', () => {
    const { container } = renderOnPage(<PolicySectionText section={{ heading: 'Courts' }} as="h3" />);
    expect(container.innerHTML).toBe('<section><h3>Courts</h3></section>');
  });
});
