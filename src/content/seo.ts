import { site } from './site.ts';

export type Seo = {
  /** The whole browser title, at most 60 characters with the default name. */
  title: string;
  /** The meta description, at most 155 characters. */
  description: string;
};

/** The browser title of a page or post: its own title plus the site's name. Spec §2, Blog. */
export function titled(title: string): string {
  return `${title} | ${site.name}`;
}

const home = {
  title: `${site.name}: Online Classes, Grades 5-10`,
  description:
    'Daily online classes for Grades 5 to 10: board exam preparation, English communication, competitive foundation and life skills, with reports for parents.',
} satisfies Seo;

const contact = {
  title: titled('Contact Us'),
  description:
    'Have questions? Get in touch with our team by message, phone or e-mail. Parents, students, schools and teachers are welcome to write in simple words.',
} satisfies Seo;

const blog = {
  title: titled('Blog for Students and Parents'),
  description:
    'Practical articles for students of Grades 5 to 10 and their parents: mathematics, future skills and how to study well, with things to try this week.',
} satisfies Seo;

/** Title and description of every route with an address of its own; posts bring theirs. Spec §2, Route table. */
export const seo = {
  '/': home,
  '/home': home,
  '/about': {
    title: titled('About Us'),
    description:
      'Our founder’s story, our mission and what we offer: 300+ teachers trained, 100+ schools, and daily online classes for students of Grades 5 to 10.',
  },
  '/services': {
    title: titled('Our Services'),
    description:
      'Student skill courses, teacher training, school development, book publishing, IT courses, career awareness for Grades 8-12, soft skills and assessment.',
  },
  '/careers': {
    title: titled('Careers'),
    description:
      'Openings for a Math Tutor, English Instructor, Frontend Developer and Content Writer. Flexible work, competitive pay and room to grow. Apply with your CV.',
  },
  '/contact': contact,
  '/getTouch': contact,
  '/courses': {
    title: titled('Syllabus for Grades 5-10'),
    description:
      'Topics in math, English, science, EVS and ICT for Grades 5-6, 7-8 and 9-10: core learning, competitive edge and future skills, side by side.',
  },
  '/blog': blog,
  '/blog/category/mathematics': {
    title: titled('Mathematics Articles'),
    description:
      'Articles on mathematics for students of Grades 5 to 10: how to close a gap, practise well and understand what the formula is for.',
  },
  '/blog/category/science': {
    title: titled('Science Articles'),
    description:
      'Articles on science for students of Grades 5 to 10 and for the parents who help them at home.',
  },
  '/blog/category/english': {
    title: titled('English Articles'),
    description:
      'Articles on speaking, reading and writing English for students of Grades 5 to 10 and their parents.',
  },
  '/blog/category/study-skills': {
    title: titled('Study Skills Articles'),
    description:
      'Articles on how to study: planning, remembering and preparing calmly, for students of Grades 5 to 10.',
  },
  '/blog/category/future-skills': {
    title: titled('Future Skills Articles'),
    description:
      'Articles on the skills that will help in any career, from clear speech to coding, for students of Grades 5 to 10.',
  },
  '/blog/category/competitive-exams': {
    title: titled('Competitive Exam Articles'),
    description:
      'Articles on building a foundation for Olympiads, JEE and NEET, for students of Grades 5 to 10 and their parents.',
  },
  '/applyPath': {
    title: titled('Apply for a Scholarship'),
    description:
      'Start your learning journey: apply for a scholarship with your name, grade, course, phone number and city. For students of Grades 5 to 10.',
  },
  '/privacy': {
    title: titled('Privacy Policy'),
    description:
      'What we learn about you and your child, what we use it for, and how to have it corrected or deleted. We never sell personal data.',
  },
  '/terms': {
    title: titled('Terms and Conditions'),
    description:
      'The terms on which we teach your child: who may register, the course fee, classes, conduct, what we promise, and the law that applies.',
  },
  '/refund': {
    title: titled('Refund Policy'),
    description:
      'When a registration can be cancelled, when a fee is refunded and when not, how to ask within 15 days, and how the money comes back.',
  },
  '/shipping': {
    title: titled('Shipping Policy'),
    description:
      'Shipping is not applicable: classes, worksheets, reports and certificates are all delivered online.',
  },
  '/register-term': {
    title: titled('Terms and Policies'),
    description:
      'All that you accept when you register, on one page: terms, privacy, refund, shipping, and the rules of class conduct and child safety.',
  },
  '/register-re': {
    title: titled('Register for a Course'),
    description:
      'Register a student of Grades 5 to 10 and pay the course fee of ₹2000 online. A parent should be there when the form is filled in.',
  },
  '/knowmore': {
    title: titled('The Excellence Scholarship'),
    description:
      '₹2 Lakh for the top performer and ten scholarships in total for Classes 5 to 10 in partner schools: rewards, fee, eligibility, rounds and terms.',
  },
} as const satisfies Readonly<Record<`/${string}`, Seo>>;

/** Title and description of an address that the route table does not list. */
export const notFoundSeo = {
  title: titled('Page Not Found'),
  description:
    'This page is not here. Go to the home page, the syllabus, the blog or the contact page instead.',
} as const satisfies Seo;

const byPath = new Map<string, Seo>(Object.entries(seo).map(([path, texts]) => [path.toLowerCase(), texts]));

/**
 * Title and description for the address of a page; a category or a slug that is not listed gets those of the blog.
 * Case and a trailing slash make no difference, as in the router.
 */
export function seoFor(pathname: string): Seo {
  const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  const inBlog = /^\/blog\/(category\/)?[^/]+$/.test(path);
  return byPath.get(path) ?? (inBlog ? blog : notFoundSeo);
}
