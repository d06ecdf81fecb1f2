import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { aboutMission, aboutText, founderStory, whatWeOffer } from '../../../src/content/about.ts';
import { aboutFaq } from '../../../src/content/aboutFaq.ts';
import { notFoundText } from '../../../src/content/notFound.ts';
import { combinedPolicies, combinedPoliciesText } from '../../../src/content/policies/combinedPolicies.ts';
import { contactSection } from '../../../src/content/policies/policy.ts';
import { scholarshipPage, scholarshipStages } from '../../../src/content/scholarship.ts';
import { scholarshipTerms } from '../../../src/content/scholarshipTerms.ts';
import {
  featuredService,
  services,
  servicesCallToAction,
  servicesText,
} from '../../../src/content/services.ts';
import { site } from '../../../src/content/site.ts';
import { AboutScreen } from '../../../src/screens/about/AboutScreen.tsx';
import { KnowMoreScreen } from '../../../src/screens/knowmore/KnowMoreScreen.tsx';
import { ScholarshipTerms } from '../../../src/screens/knowmore/ScholarshipTerms.tsx';
import { NotFoundScreen } from '../../../src/screens/notFound/NotFoundScreen.tsx';
import { CombinedPoliciesScreen } from '../../../src/screens/policies/CombinedPoliciesScreen.tsx';
import { PrivacyScreen } from '../../../src/screens/policies/PrivacyScreen.tsx';
import { RefundScreen } from '../../../src/screens/policies/RefundScreen.tsx';
import { ShippingScreen } from '../../../src/screens/policies/ShippingScreen.tsx';
import { screenOfPolicy } from '../../../src/screens/policies/screenOfPolicy.tsx';
import { TermsScreen } from '../../../src/screens/policies/TermsScreen.tsx';
import { ServicesScreen } from '../../../src/screens/services/ServicesScreen.tsx';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2, §9 The pages of text: headings, lists, links, and the head of each. */

afterEach(cleanup);

const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href');
const pictures = (within: ParentNode = document) =>
  [...within.querySelectorAll('img')].map((image) => /([\w-]+)\.svg/.exec(image.src)?.[1]);

const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

/** Returns the part of the page that begins with a heading. */
const partOf = (heading: string) => {
  const part = screen.getByRole('heading', { name: heading }).parentElement;
  if (!part) throw new Error(`There is no part "${heading}".`);
  return part;
};

test('About: story, claims, mission, offers and four questions', () => {
  const { container } = renderOnPage(<AboutScreen />);
  expect([title(), canonical()]).toEqual([`About ${site.name}`, `${site.origin}/about`]);
  expect(container).toHaveTextContent(aboutText.intro);
  expect(textsOf(partOf(founderStory.heading).querySelectorAll('p'))).toEqual(founderStory.paragraphs);
  expect(textsOf(partOf(founderStory.heading).querySelectorAll('li'))).toEqual([
    '300+ teachers trained',
    '100+ schools',
  ]);
  expect(textsOf(partOf(aboutMission.heading).querySelectorAll('p'))).toEqual(aboutMission.paragraphs);
  const offer = partOf(whatWeOffer.heading);
  const offers = [...offer.querySelectorAll('.offers li')].map((item) => textsOf(item.children));
  expect(offers).toEqual(whatWeOffer.offers.map(({ title: heading, text }) => [heading, text]));
  expect(textsOf(offer.querySelectorAll('h3')).at(-1)).toBe(whatWeOffer.howHeading);
  expect(textsOf(offer.querySelectorAll('ul:not(.offers) li'))).toEqual(whatWeOffer.how);
  expect(linksOf(offer)).toEqual([
    ['See the syllabus', '/courses'],
    ['See all services', '/services'],
  ]);
  expect(textsOf(screen.getAllByRole('button'))).toEqual(aboutFaq.map(({ question }) => question));
  expect(aboutFaq).toHaveLength(4);
});

test('Services: the featured one, seven others, and where to ask', () => {
  const { container } = renderOnPage(<ServicesScreen />);
  expect([title(), canonical()]).toEqual(['Our Services', `${site.origin}/services`]);
  expect(container).toHaveTextContent(servicesText.intro);
  const featured = screen.getByRole('region', { name: 'Student Skill Courses' });
  expect(featured).toHaveTextContent(featuredService.text);
  const courses = [...featured.querySelectorAll('dl > div')].map((course) => textsOf(course.children));
  expect(courses).toEqual(featuredService.courses.map(({ title: heading, text }) => [heading, text]));
  expect(linksOf(featured)).toEqual([[featuredService.action.label, featuredService.action.href]]);
  expect(pictures(featured)).toEqual(['service-student-skill-courses']);
  const cards = [...container.querySelectorAll('.services-grid > section')].map((card) => [
    ...textsOf(card.querySelectorAll('h2, p, li')),
    ...pictures(card),
  ]);
  expect(cards).toEqual(
    services.map(({ id, title: heading, text, points }) => [heading, text, ...points, `service-${id}`]),
  );
  const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'));
  expect(names).toEqual(['student-skill-courses', ...services.map(({ id }) => id), 'services-action']);
  expect(services).toHaveLength(7);
  const action = screen.getByRole('region', { name: servicesCallToAction.heading });
  expect(action).toHaveTextContent(servicesCallToAction.text);
  expect(linksOf(action)).toEqual([[servicesCallToAction.action.label, '/getTouch']]);
});

describe('the Excellence Scholarship', () => {
  test('rewards, fee, eligibility, selection, rules and results', () => {
    const { container } = renderOnPage(<KnowMoreScreen />);
    expect([title(), canonical()]).toEqual(['The Excellence Scholarship', `${site.origin}/knowmore`]);
    expect(container).toHaveTextContent(scholarshipPage.intro);
    const { rewards, fee, eligibility, selection, rules, results, certificates } = scholarshipPage;
    expect(textsOf(partOf(rewards.heading).querySelectorAll('p'))).toEqual([rewards.intro, rewards.note]);
    expect(screen.getAllByRole('row').map((row) => textsOf(row.children))).toEqual([
      ['Rank', 'Award'],
      ['Rank 1', '₹2,00,000'],
      ['Ranks 2 to 3', '₹50,000 each'],
      ['Ranks 4 to 10', '₹25,000 each'],
    ]);
    expect(textsOf(screen.getAllByRole('rowheader'))).toEqual(['Rank 1', 'Ranks 2 to 3', 'Ranks 4 to 10']);
    expect(textsOf(screen.getAllByRole('columnheader'))).toEqual(['Rank', 'Award']);
    expect(textsOf(partOf(fee.heading).querySelectorAll('p'))).toEqual([
      '₹100 per student',
      fee.text,
      fee.payment,
    ]);
    expect(textsOf(partOf(eligibility.heading).querySelectorAll('li'))).toEqual(eligibility.points);
    expect(partOf(selection.heading)).toHaveTextContent(selection.intro);
    const stages = [...container.querySelectorAll('.stages li')].map((stage) => textsOf(stage.children));
    expect(stages).toEqual([
      ['Stage 1: MCQ', scholarshipStages[0].text, '90% or above to reach Stage 2'],
      ['Stage 2: Written exam', scholarshipStages[1].text, '95% or above to reach Stage 3'],
      ['Stage 3: Personal interview', scholarshipStages[2].text],
    ]);
    expect(textsOf(partOf(rules.heading).querySelectorAll('li'))).toEqual(rules.points);
    expect(partOf(results.heading)).toHaveTextContent(results.text);
    expect(partOf(certificates.heading)).toHaveTextContent(certificates.text);
    expect(linksOf(container)).toEqual([
      ['Apply Now', '/applyPath'],
      ['Ask a question', '/contact'],
    ]);
    expect(screen.getByRole('button', { name: 'View Complete Terms & Conditions' })).toBeInTheDocument();
  });

  test('a button shows and hides the thirteen terms and the note', () => {
    renderOnPage(<ScholarshipTerms />);
    const button = screen.getByRole('button');
    const terms = document.getElementById(button.getAttribute('aria-controls') ?? '');
    const shown = () => [button.textContent, button.getAttribute('aria-expanded'), terms?.hidden];
    expect(shown()).toEqual(['View Complete Terms & Conditions', 'false', true]);
    fireEvent.click(button);
    expect(shown()).toEqual(['Hide Terms', 'true', false]);
    expect(textsOf(screen.getAllByRole('listitem'))).toEqual(scholarshipTerms.terms);
    expect(scholarshipTerms.terms).toHaveLength(13);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(scholarshipTerms.heading);
    const note = screen.getByRole('region', { name: scholarshipTerms.zeroTolerance.heading });
    expect(note).toHaveTextContent(scholarshipTerms.zeroTolerance.text);
    fireEvent.click(button);
    expect(shown()).toEqual(['View Complete Terms & Conditions', 'false', true]);
  });
});

test('a page that is not there: where else to go', () => {
  const { container } = renderOnPage(<NotFoundScreen />);
  expect(title()).toBe('This page is not here');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(container).toHaveTextContent(notFoundText.text);
  expect(pictures()).toEqual(['lost-kite']);
  expect(linksOf(container)).toEqual(notFoundText.links.map(({ label, href }) => [label, href]));
});

describe('the policies', () => {
  test.each([
    ['/privacy', 'Privacy Policy', PrivacyScreen],
    ['/terms', 'Terms', TermsScreen],
    ['/refund', 'Cancellation and Refund Policy', RefundScreen],
    ['/shipping', 'Shipping Policy', ShippingScreen],
  ])('%s: %s', (path, name, Screen) => {
    const { container } = renderOnPage(<Screen />);
    expect(title()).toContain(name);
    expect(canonical()).toBe(`${site.origin}${path}`);
    expect(container).toHaveTextContent('Last updated August 1, 2025');
    expect(container).toHaveTextContent(contactSection.heading);
  });

  test('a policy with a page of its own', () => {
    const policy = {
      id: 'conduct',
      title: 'Conduct',
      updated: 'August 1, 2025',
      intro: 'Please read.',
      sections: [],
    };
    const Screen = screenOfPolicy(policy, {
      title: 'Conduct | Site',
      description: 'Rules',
      path: '/conduct',
    });
    const { container } = renderOnPage(<Screen />);
    expect([title(), document.title, canonical()]).toEqual([
      'Conduct',
      'Conduct | Site',
      `${site.origin}/conduct`,
    ]);
    expect(container.querySelector('.page')).toHaveTextContent(
      /^ConductLast updated August 1, 2025Please read\./,
    );
  });

  test('all of them on one page, with its contents', () => {
    const { container } = renderOnPage(<CombinedPoliciesScreen />);
    expect([title(), canonical()]).toEqual(['Terms and Policies', `${site.origin}/register-term`]);
    expect(container).toHaveTextContent(combinedPoliciesText.intro);
    const contents = screen.getByRole('navigation', { name: 'On this page' });
    expect(linksOf(contents)).toEqual(combinedPolicies.map(({ id, title: name }) => [name, `#${id}`]));
    const blocks = screen.getAllByRole('article').map((block) => block.querySelector('h2')?.id);
    expect(blocks).toEqual(['terms', 'privacy', 'refund', 'shipping', 'conduct']);
    expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toHaveTextContent(contactSection.heading);
  });
});
