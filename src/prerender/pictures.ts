/** The pictures that a link to the site is shown with: their words, and the drawing beside them. */
export const pictures = {
  home: { words: 'Ready for the boards, and for what comes after', drawing: 'hero-boards' },
  about: { words: 'A partner to students, teachers and schools', drawing: 'hero-voice' },
  services: { words: 'What we do for students, teachers and schools', drawing: 'hero-build' },
  syllabus: { words: 'Future-Ready Curriculum for Grades 5-10', drawing: 'subject-math' },
  careers: { words: 'Work with us', drawing: 'service-teacher-training' },
  contact: { words: 'Have questions? Get in touch with our team', drawing: 'service-soft-skills' },
  blog: { words: 'Things worth trying at the study table', drawing: 'post-future-skills' },
  'how-to-improve-math-skills': { words: 'How to Improve Your Math Skills', drawing: 'post-math-skills' },
  'future-ready-skills': { words: 'Future-Ready Skills for Grades 5-10', drawing: 'post-future-skills' },
  scholarship: { words: 'The Excellence Scholarship', drawing: 'scholarship' },
  register: { words: 'Register for a course', drawing: 'service-student-skill-courses' },
  policies: { words: 'Terms and policies, in plain words', drawing: 'service-book-publishing' },
} as const;

export type PictureName = keyof typeof pictures;

const byPath: Readonly<Record<string, PictureName>> = {
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

const isPicture = (name: string): name is PictureName => name in pictures;

/** The picture of the page at a path. */
export function pictureOf(path: string): PictureName {
  const post = path.replace('/blog/', '');
  if (isPicture(post) && path.startsWith('/blog/')) return post;
  return byPath[path] ?? (path.startsWith('/blog') ? 'blog' : 'home');
}

/** Where a picture stands on the site. */
export const picturePath = (name: PictureName) => `/social/${name}.png`;
