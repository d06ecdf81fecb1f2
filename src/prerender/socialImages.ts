/** The images that other sites show with a link to this one: their text and their illustration. */
export const socialImages = {
  home: { text: 'Ready for the boards, and for what comes after', illustration: 'hero-boards' },
  about: { text: 'A partner to students, teachers and schools', illustration: 'hero-voice' },
  services: { text: 'What we do for students, teachers and schools', illustration: 'hero-build' },
  syllabus: { text: 'Future-Ready Curriculum for Grades 5-10', illustration: 'subject-math' },
  careers: { text: 'Work with us', illustration: 'service-teacher-training' },
  contact: { text: 'Have questions? Get in touch with our team', illustration: 'service-soft-skills' },
  blog: { text: 'Things worth trying at the study table', illustration: 'post-future-skills' },
  'how-to-improve-math-skills': { text: 'How to Improve Your Math Skills', illustration: 'post-math-skills' },
  'future-ready-skills': { text: 'Future-Ready Skills for Grades 5-10', illustration: 'post-future-skills' },
  scholarship: { text: 'The Excellence Scholarship', illustration: 'scholarship' },
  register: { text: 'Register for a course', illustration: 'service-student-skill-courses' },
  policies: { text: 'Terms and policies, in plain words', illustration: 'service-book-publishing' },
} as const;

export type SocialImageName = keyof typeof socialImages;

const imageByPath: Readonly<Record<string, SocialImageName>> = {
  '/about': 'about',
  '/services': 'services',
  '/courses': 'syllabus',
  '/careers': 'careers',
  '/contact': 'contact',
  '/applyPath': 'scholarship',
  '/knowmore': 'scholarship',
  '/register-re': 'register',
  '/register-term': 'policies',
  '/privacy': 'policies',
  '/terms': 'policies',
  '/refund': 'policies',
  '/shipping': 'policies',
};

const isSocialImageName = (name: string): name is SocialImageName => name in socialImages;

export function socialImageFor(path: string): SocialImageName {
  const post = path.replace('/blog/', '');
  if (isSocialImageName(post) && path.startsWith('/blog/')) return post;
  return imageByPath[path] ?? (path.startsWith('/blog') ? 'blog' : 'home');
}

export const socialImagePath = (name: SocialImageName) => `/social/${name}.png`;
