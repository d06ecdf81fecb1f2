import { blogListChecks } from '../../machines/blogList/blogList.checks.ts';
import { blogPostChecks } from '../../machines/blogPost/blogPost.checks.ts';
import { callBackChecks } from '../../machines/callBack/callBack.checks.ts';
import type { Checks } from '../../machines/checks/checks.types.ts';
import { connectionChecks } from '../../machines/connection/connection.checks.ts';
import { contactChecks } from '../../machines/contact/contact.checks.ts';
import { curriculumChecks } from '../../machines/curriculum/curriculum.checks.ts';
import { faqAccordionChecks } from '../../machines/faqAccordion/faqAccordion.checks.ts';
import { heroSlideshowChecks } from '../../machines/heroSlideshow/heroSlideshow.checks.ts';
import { jobApplicationChecks } from '../../machines/jobApplication/jobApplication.checks.ts';
import { mobileMenuChecks } from '../../machines/mobileMenu/mobileMenu.checks.ts';
import { newsletterChecks } from '../../machines/newsletter/newsletter.checks.ts';
import { openingsChecks } from '../../machines/openings/openings.checks.ts';
import { registrationChecks } from '../../machines/registration/registration.checks.ts';
import { routeLoadingChecks } from '../../machines/routeLoading/routeLoading.checks.ts';
import { scholarshipChecks } from '../../machines/scholarship/scholarship.checks.ts';
import { scholarshipTermsChecks } from '../../machines/scholarshipTerms/scholarshipTerms.checks.ts';
import { aboutText } from '../content/about.ts';
import { callBackText } from '../content/callBack.ts';
import { contactText } from '../content/contact.ts';
import { curriculum, gradeBands, subjects } from '../content/curriculum.ts';
import { heroSlides } from '../content/hero.ts';
import { homeFaq } from '../content/homeFaq.ts';
import { mission } from '../content/mission.ts';
import { navigationLinks } from '../content/navigation.ts';
import { newsletterText } from '../content/newsletter.ts';
import { categoryTabs, postings } from '../content/postings.ts';
import { blogText, mathSkillsSummary, posts } from '../content/posts.ts';
import { scholarshipFormText } from '../content/scholarshipForm.ts';
import { scholarshipTerms, scholarshipTermsButton } from '../content/scholarshipTerms.ts';
import { servicesText } from '../content/services.ts';

/** The checks of each flow with a page, by its id: the visible part of each state, with the texts of the site. */
export const checks = {
  blogList: blogListChecks(posts, blogText.empty),
  blogPost: blogPostChecks(blogText, {
    title: mathSkillsSummary.title,
    author: 'By Meenakshi Iyer',
    heading: '2. Draw before you calculate',
  }),
  callBack: callBackChecks(callBackText),
  connection: connectionChecks,
  contact: contactChecks(contactText.form),
  curriculum: curriculumChecks({
    subjects,
    gradeBands,
    curriculum,
  }),
  faqAccordion: faqAccordionChecks(homeFaq),
  heroSlideshow: heroSlideshowChecks(heroSlides),
  jobApplication: jobApplicationChecks,
  mobileMenu: mobileMenuChecks(navigationLinks),
  newsletter: newsletterChecks(newsletterText),
  openings: openingsChecks({ postings, categoryTabs }),
  registration: registrationChecks,
  routeLoading: routeLoadingChecks({
    '/': mission.lead,
    '/about': aboutText.intro,
    '/services': servicesText.intro,
  }),
  scholarship: scholarshipChecks(scholarshipFormText),
  scholarshipTerms: scholarshipTermsChecks({
    ...scholarshipTermsButton,
    texts: [...scholarshipTerms.terms, scholarshipTerms.zeroTolerance.text],
  }),
} satisfies Readonly<Record<string, Checks>>;
