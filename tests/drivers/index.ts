import { blogListDriver } from './blogList.driver.ts';
import { blogPostDriver } from './blogPost.driver.ts';
import { callBackDriver } from './callBack.driver.ts';
import { contactDriver } from './contact.driver.ts';
import { curriculumDriver } from './curriculum.driver.ts';
import type { Driver } from './driver.ts';
import { faqAccordionDriver } from './faqAccordion.driver.ts';
import { heroSlideshowDriver } from './heroSlideshow.driver.ts';
import { jobApplicationDriver } from './jobApplication.driver.ts';
import { mobileMenuDriver } from './mobileMenu.driver.ts';
import { newsletterDriver } from './newsletter.driver.ts';
import { openingsDriver } from './openings.driver.ts';
import { registrationDriver } from './registration.driver.ts';
import { routeLoadingDriver } from './routeLoading.driver.ts';
import { scholarshipDriver } from './scholarship.driver.ts';
import { scholarshipTermsDriver } from './scholarshipTerms.driver.ts';
import { visualiserLinkDriver } from './visualiserLink.driver.ts';
import { visualiserRecorderDriver } from './visualiserRecorder.driver.ts';
import { visualiserRunDriver } from './visualiserRun.driver.ts';
import { visualiserViewDriver } from './visualiserView.driver.ts';

/** The driver of each flow, by its id. */
export const drivers: Record<string, Driver> = {
  registration: registrationDriver,
  contact: contactDriver,
  callBack: callBackDriver,
  scholarship: scholarshipDriver,
  openings: openingsDriver,
  jobApplication: jobApplicationDriver,
  curriculum: curriculumDriver,
  blogList: blogListDriver,
  blogPost: blogPostDriver,
  routeLoading: routeLoadingDriver,
  heroSlideshow: heroSlideshowDriver,
  faqAccordion: faqAccordionDriver,
  mobileMenu: mobileMenuDriver,
  scholarshipTerms: scholarshipTermsDriver,
  newsletter: newsletterDriver,
  visualiserLink: visualiserLinkDriver,
  visualiserView: visualiserViewDriver,
  visualiserRun: visualiserRunDriver,
  visualiserRecorder: visualiserRecorderDriver,
};
