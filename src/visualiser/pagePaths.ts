/** The page of the site on which each flow runs. */
const pagePaths: Readonly<Record<string, string>> = {
  registration: '/register-re',
  contact: '/contact',
  callBack: '/shipping',
  scholarship: '/applyPath',
  openings: '/careers',
  jobApplication: '/careers',
  curriculum: '/courses',
  blogList: '/blog',
  blogPost: '/blog/how-to-improve-math-skills',
  routeLoading: '/',
  heroSlideshow: '/',
  faqAccordion: '/',
  mobileMenu: '/',
  scholarshipTerms: '/knowmore',
  newsletter: '/',
};

/** Returns the path of the page on which a flow runs; null for the flows of the visualiser itself. */
export const pagePathOf = (flow: string): string | null => pagePaths[flow] ?? null;
