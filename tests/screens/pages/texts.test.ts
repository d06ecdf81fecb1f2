import { createHash } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { termsVersion } from '../../../machines/registration/registration.terms.ts';
import { aboutMission, aboutText, founderStory } from '../../../src/content/about.ts';
import { aboutFaq } from '../../../src/content/aboutFaq.ts';
import { heroSlides, homeHeading } from '../../../src/content/hero.ts';
import { homeFaq } from '../../../src/content/homeFaq.ts';
import { mission } from '../../../src/content/mission.ts';
import { combinedPolicies } from '../../../src/content/policies/combinedPolicies.ts';
import { scholarshipPage, scholarshipStages } from '../../../src/content/scholarship.ts';
import { scholarshipPromo } from '../../../src/content/scholarshipPromo.ts';
import { scholarshipTerms } from '../../../src/content/scholarshipTerms.ts';
import {
  featuredService,
  services,
  servicesCallToAction,
  servicesText,
} from '../../../src/content/services.ts';
import { servicesOverview } from '../../../src/content/servicesOverview.ts';
import { site } from '../../../src/content/site.ts';
import { team, teamText } from '../../../src/content/team.ts';
import { whyImportant } from '../../../src/content/whyImportant.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { links, outline, test } from '../fixtures.ts';

/** §1, §2, §9 The pages of text from top to bottom, and the legal pages with their dates and contacts. */

test('the accepted legal text changes only with its version', () => {
  expect({
    [termsVersion]: createHash('sha256').update(JSON.stringify(combinedPolicies)).digest('hex'),
  }).toEqual({
    '2025-08-01': '7314e8b3efc6d4bfdd9e87b0f8c215a51833fe7ef3b2afe10dad83f269a809c4',
  });
});

const main = () => screen.getByRole('main');

const each = (kind: string, texts: readonly string[]) => texts.map((text) => `${kind} ${text}`);

const questionsOf = (faq: typeof homeFaq | typeof aboutFaq) => [
  'h2 Questions parents ask us',
  ...faq.flatMap((item) => [
    `button ${item.question}`,
    `p ${item.answer}`,
    ...('link' in item && item.link ? [`p ${item.link.label}`] : []),
  ]),
];

const linksOf = (faq: typeof homeFaq | typeof aboutFaq) =>
  faq.flatMap((item) => ('link' in item && item.link ? [`${item.link.label} → ${item.link.href}`] : []));

/** The names of the pictures below an element. */
const pictures = () =>
  [...main().querySelectorAll('img')].map((image) => /([\w-]+)\.svg/.exec(image.src)?.[1]);

test('Home has slideshow, mission, scholarship, reasons, team, services and FAQ', async ({ open }) => {
  await open('/');
  expect(outline(main())).toEqual([
    `h1 ${homeHeading}`,
    'button Pause the slideshow',
    'button Previous slide',
    'button Next slide',
    ...heroSlides.flatMap(({ tagline, line }) => [`p ${tagline}`, `p ${line}`]),
    'p Course fee: ₹2000',
    'h2 Our mission',
    ...each('p', [mission.lead, ...mission.paragraphs]),
    'h2 The Excellence Scholarship',
    'p ₹2 Lakh for the top performer',
    `p ${scholarshipPromo.text}`,
    'li Ranks 2 to 3 get ₹50,000 each, ranks 4 to 10 get ₹25,000 each',
    'li Registration and exam: ₹100 per student',
    'li A digital participation certificate for every registered student',
    'p Apply NowKnow More',
    `h2 ${whyImportant.heading}`,
    `p ${whyImportant.intro}`,
    ...whyImportant.reasons.flatMap(({ title, text }) => [`h3 ${title}`, `p ${text}`]),
    `h2 ${teamText.heading}`,
    `p ${teamText.intro}`,
    ...team.flatMap(({ name, role, bio }) => [`h3 ${name}`, `p ${role}`, `p ${bio}`]),
    'h2 What we do',
    ...Object.values(servicesOverview).flatMap(({ title, text }) => [`h3 ${title}`, `p ${text}`]),
    'p See all services',
    ...questionsOf(homeFaq),
  ]);
});

test('Home leads to registration, scholarship and services, and shows its pictures', async ({ open }) => {
  await open('/');
  expect(links(main())).toEqual([
    'Register for a course → /register-re',
    'Apply Now → /applyPath',
    'Know More → /knowmore',
    'See all services → /services',
    ...linksOf(homeFaq),
  ]);
  expect(pictures()).toEqual([
    'hero-boards',
    'hero-voice',
    'hero-build',
    'scholarship',
    ...team.map(({ image }) => image),
    ...Object.values(servicesOverview).map(({ id }) => `service-${id}`),
  ]);
});

test('Home has the slides, tutors, questions and 14 days of §9', async ({ open }) => {
  await open('/');
  const slides = screen.getAllByRole('figure', { hidden: true });
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  for (const slide of nonEmpty(slides)) expect(slide).toHaveTextContent('real-life skill');
  expect(screen.getByRole('region', { name: 'What we are about' })).toHaveAttribute(
    'aria-roledescription',
    'carousel',
  );
  expect([team.length, homeFaq.length, Object.keys(servicesOverview).length]).toEqual([5, 5, 8]);
  expect(main()).toHaveTextContent('Ten scholarships in total, renewable annually');
  expect(main()).toHaveTextContent('We have a 14-day refund policy.');
});

test('About has story, claims, mission, offers and four questions', async ({ open }) => {
  await open('/about');
  expect(outline(main())).toEqual([
    `h1 About ${site.name}`,
    `p ${aboutText.intro}`,
    'li 300+ teachers trained',
    'li 100+ schools',
    `h2 ${founderStory.heading}`,
    ...each('p', founderStory.paragraphs),
    `h2 ${aboutMission.heading}`,
    ...each('p', aboutMission.paragraphs),
    'h2 What we offer',
    'h3 Board exam preparation',
    'p The school syllabus explained, practised and tested in the pattern of the boards.',
    'h3 English communication',
    'p Speaking and writing that a student can use in class, at an interview and on the phone.',
    'h3 Competitive foundation',
    'p A calm, early start on the thinking that JEE, NEET and the Olympiads ask for.',
    'h3 Life skills',
    'p Planning time, working with others, handling money and staying safe online.',
    'h3 How we work',
    'li Daily classes, held online',
    'li Regular assessments, to see gaps early',
    'li Scholarships for outstanding students',
    'li Personal progress reports for parents',
    'p See the syllabusSee all services',
    ...questionsOf(aboutFaq),
  ]);
  expect(aboutFaq).toHaveLength(4);
  expect(links(main())).toEqual(
    expect.arrayContaining([
      'See the syllabus → /courses',
      'See all services → /services',
      ...linksOf(aboutFaq),
    ]),
  );
});

test('Services has the featured courses, seven other services, and where to ask', async ({ open }) => {
  await open('/services');
  expect(outline(main())).toEqual([
    'h1 Our Services',
    `p ${servicesText.intro}`,
    'h2 Student Skill Courses',
    `p ${featuredService.text}`,
    `p ${featuredService.inForm}`,
    ...featuredService.courses.flatMap(({ title, text }) => [`dt ${title}`, `dd ${text}`]),
    ...services.flatMap(({ title, text, points }) => [`h2 ${title}`, `p ${text}`, ...each('li', points)]),
    `h2 ${servicesCallToAction.heading}`,
    `p ${servicesCallToAction.text}`,
  ]);
  const courses = screen.getByRole('region', { name: 'Student Skill Courses' });
  expect(
    within(courses)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['English Speaking', 'Math', 'Computer and Coding', 'Science', 'Career Guidance']);
  expect(services.map(({ title }) => title)).toEqual([
    'Teacher Training',
    'School Development',
    'Book Publishing',
    'IT Courses',
    'Career Awareness for Grades 8-12',
    'Soft Skills',
    'Assessment',
  ]);
  for (const { title } of nonEmpty(services)) screen.getByRole('region', { name: title });
  expect(links(main())).toEqual(['Register for a course → /register-re', 'Get in touch → /getTouch']);
  expect(pictures()).toEqual(
    ['student-skill-courses', ...services.map(({ id }) => id)].map((id) => `service-${id}`),
  );
});

test('the Excellence Scholarship has rewards, fee, stages, rules and results', async ({ open }) => {
  await open('/knowmore');
  const { intro, rewards, fee, eligibility, selection, rules, results, certificates } = scholarshipPage;
  expect(outline(main())).toEqual([
    'h1 The Excellence Scholarship',
    `p ${intro}`,
    'p Apply NowAsk a question',
    `h2 ${rewards.heading}`,
    ...each('th', ['Rank', 'Award']),
    'th Rank 1',
    'td ₹2,00,000',
    'th Ranks 2 to 3',
    'td ₹50,000 each',
    'th Ranks 4 to 10',
    'td ₹25,000 each',
    `p ${rewards.intro}`,
    `p ${rewards.note}`,
    `h3 ${certificates.heading}`,
    `p ${certificates.text}`,
    `h2 ${fee.heading}`,
    'p ₹100 per student',
    `p ${fee.text}`,
    `p ${fee.payment}`,
    `h2 ${eligibility.heading}`,
    ...each('li', eligibility.points),
    `h2 ${selection.heading}`,
    `p ${selection.intro}`,
    'h3 Stage 1: MCQ',
    `p ${scholarshipStages[0].text}`,
    'p 90% or above to reach Stage 2',
    'h3 Stage 2: Written exam',
    `p ${scholarshipStages[1].text}`,
    'p 95% or above to reach Stage 3',
    'h3 Stage 3: Personal interview',
    `p ${scholarshipStages[2].text}`,
    `h2 ${rules.heading}`,
    ...each('li', rules.points),
    `h2 ${results.heading}`,
    `p ${results.text}`,
    'button View Complete Terms & Conditions',
    `h2 ${scholarshipTerms.heading}`,
    ...each('li', scholarshipTerms.terms),
    `h3 ${scholarshipTerms.zeroTolerance.heading}`,
    `p ${scholarshipTerms.zeroTolerance.text}`,
    'p Apply NowAsk a question',
  ]);
});

test('the Excellence Scholarship has 13 terms, two actions and a table of three awards', async ({ open }) => {
  await open('/knowmore');
  expect(scholarshipTerms.terms).toHaveLength(13);
  const actions = ['Apply Now → /applyPath', 'Ask a question → /contact'];
  expect(links(main())).toEqual([...actions, ...actions]);
  expect(screen.getAllByRole('rowheader')).toHaveLength(3);
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
});

test.for([
  /top performer receives ₹2 Lakh/,
  /This fee is non-refundable\. A student who is disqualified or absent does not get it back/,
  /Students of Classes 5 to 10/,
  /We choose the partner schools ourselves/,
  /Cheating means disqualification, and the fee is forfeited/,
  /annual function, by cheque to a parent’s account\. The winner attends with a parent or guardian/,
  /published on this website within 30 days\. They are final\. There is no reconsideration/,
  /All registered students get a digital participation certificate\./,
  /is disqualified at any stage, and the fee is forfeited/,
])('the scholarship of §9 says %s', async (sentence, { open }) => {
  await open('/knowmore');
  expect(main()).toHaveTextContent(sentence);
});

const pageOf: Record<string, string> = {
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  shipping: '/shipping',
};

test.for(combinedPolicies.filter(({ id }) => id in pageOf))(
  'the policy $id has its sections, contents, date and contact details',
  async ({ id, title, intro, sections }, { open }) => {
    await open(pageOf[id] ?? '');
    const said = outline(main());
    expect(said.slice(0, 3)).toEqual([`h1 ${title}`, 'p Last updated August 1, 2025', `p ${intro}`]);
    const expected = sections.flatMap(({ heading, paragraphs = [], points = [] }) => [
      `h2 ${heading}`,
      ...paragraphs.map((text) => `p ${text}`),
      ...points.map((text) => `li ${text}`),
    ]);
    expect(said.filter((line) => expected.includes(line))).toEqual(expected);
    const contents = nonEmpty(screen.getByRole('navigation', { name: 'On this page' }).querySelectorAll('a'));
    expect(contents.map((link) => document.querySelector(link.hash)?.textContent)).toEqual([
      ...sections.map(({ heading }) => heading),
      'How to reach us',
    ]);
    expect(screen.getByText('August 1, 2025')).toHaveAttribute('datetime', '2025-08-01');
    expect(said.filter((line) => line === 'h2 How to reach us')).toHaveLength(1);
    expect(links(main())).toEqual(
      expect.arrayContaining([`${site.phone} → ${site.phoneHref}`, `${site.email} → ${site.emailHref}`]),
    );
  },
);

test('all policies and the rules of conduct are on one page, with its contents', async ({ open }) => {
  await open('/register-term');
  const titles = [
    'Terms and Conditions',
    'Privacy Policy',
    'Cancellation and Refund Policy',
    'Shipping Policy',
    'Class Conduct and Child Safety',
  ];
  expect(outline(main()).filter((line) => line.startsWith('h2'))).toEqual(
    [...titles, 'How to reach us'].map((title) => `h2 ${title}`),
  );
  expect(links(screen.getByRole('navigation', { name: 'On this page' }))).toEqual(
    combinedPolicies.map(({ id, title }) => `${title} → #${id}`),
  );
  const said = outline(main());
  const sentences = combinedPolicies.flatMap(({ intro, sections }) => [
    `p ${intro}`,
    ...sections.flatMap(({ heading, paragraphs = [], points = [] }) => [
      `h3 ${heading}`,
      ...paragraphs.map((text) => `p ${text}`),
      ...points.map((text) => `li ${text}`),
    ]),
  ]);
  expect(said.filter((line) => sentences.includes(line))).toEqual(sentences);
});

test.for([
  ['/privacy', /the student’s name/],
  ['/privacy', /contact details/],
  ['/privacy', /class and school/],
  ['/privacy', /academic interests/],
  ['/privacy', /feedback that you give in our surveys/],
  ['/privacy', /access to the course/],
  ['/privacy', /weekly performance report/],
  ['/privacy', /improve our classes/],
  ['/privacy', /updates about your course/],
  ['/privacy', /offers, unless you tell us by e-mail/],
  ['/privacy', /We never sell your data/],
  ['/privacy', /uses cookies/],
  ['/privacy', /ask us at any time to correct or delete/],
  ['/privacy', /the same browser tab keeps what you type for at most 24 hours/],
  ['/privacy', /removed once the form has been sent/],
  ['/privacy', /keeps the receipt for at most 24 hours. .*no phone number and no e-mail address/],
  ['/privacy', /“Clear this page”, below the receipt, removes it/],
  ['/terms', /governed by Indian law/],
  ['/terms', /decided by the courts in New Delhi/],
  ['/refund', /only within 15 days/],
  ['/refund', /by e-mail to .* Include your registration details/],
  ['/refund', /cannot be cancelled once classes have started, or once digital material has been accessed/],
  ['/refund', /refund the fee only for a genuine fault on our side that you report to us within 15 days/],
  ['/refund', /access:/],
  ['/refund', /delivery:/],
  ['/refund', /quality:/],
  ['/refund', /at least 15 classes have been attended/],
  ['/refund', /worksheets or certificates have been downloaded/],
  ['/refund', /changed your mind/],
  ['/refund', /lost interest/],
  ['/refund', /only some of the classes/],
  ['/refund', /teacher training/],
  ['/refund', /processing of a scholarship/],
  ['/refund', /administrative fee/],
  ['/refund', /6 to 8 business days, to the payment method that you originally used/],
  ['/shipping', /Shipping is not applicable/],
] as const)('%s says %s', async ([path, sentence], { open }) => {
  await open(path);
  expect(main()).toHaveTextContent(sentence);
});

test('no page names a phone number or an address of the provider that is not a link', async ({ open }) => {
  for (const path of nonEmpty([
    ...Object.values(pageOf),
    '/register-term',
    '/about',
    '/contact',
    '/careers',
  ])) {
    await open(path);
    for (const link of nonEmpty(main().querySelectorAll('a'))) link.remove();
    expect(main().textContent?.match(/\S+@\S+|\+91[\d ]+/g) ?? [], path).toEqual([]);
  }
});

test('the refund policy leads to the shipping policy', async ({ open }) => {
  await open('/refund');
  expect(links(main())).toContain('Read the Shipping Policy → /shipping');
});
