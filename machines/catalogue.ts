import { blogListFlow } from './blogList/blogList.flow.ts';
import { blogPostFlow } from './blogPost/blogPost.flow.ts';
import { callBackFlow } from './callBack/callBack.flow.ts';
import { connectionFlow } from './connection/connection.flow.ts';
import { contactFlow } from './contact/contact.flow.ts';
import { curriculumFlow } from './curriculum/curriculum.flow.ts';
import { faqAccordionFlow } from './faqAccordion/faqAccordion.flow.ts';
import { heroSlideshowFlow } from './heroSlideshow/heroSlideshow.flow.ts';
import { jobApplicationFlow } from './jobApplication/jobApplication.flow.ts';
import { mobileMenuFlow } from './mobileMenu/mobileMenu.flow.ts';
import { newsletterFlow } from './newsletter/newsletter.flow.ts';
import { openingsFlow } from './openings/openings.flow.ts';
import { orderFlow } from './order/order.flow.ts';
import type { Flow } from './paths/index.ts';
import { registrationFlow } from './registration/registration.flow.ts';
import { routeLoadingFlow } from './routeLoading/routeLoading.flow.ts';
import { scholarshipFlow } from './scholarship/scholarship.flow.ts';
import { scholarshipTermsFlow } from './scholarshipTerms/scholarshipTerms.flow.ts';
import { visualiserLinkFlow } from './visualiser/visualiserLink/visualiserLink.flow.ts';
import { visualiserRecorderFlow } from './visualiser/visualiserRecorder/visualiserRecorder.flow.ts';
import { visualiserRunFlow } from './visualiser/visualiserRun/visualiserRun.flow.ts';
import { visualiserViewFlow } from './visualiser/visualiserView/visualiserView.flow.ts';

/** The flows of the product. */
export const productFlows: readonly Flow[] = [
  registrationFlow,
  contactFlow,
  callBackFlow,
  scholarshipFlow,
  openingsFlow,
  jobApplicationFlow,
  curriculumFlow,
  blogListFlow,
  blogPostFlow,
  routeLoadingFlow,
  heroSlideshowFlow,
  faqAccordionFlow,
  mobileMenuFlow,
  scholarshipTermsFlow,
  newsletterFlow,
  connectionFlow,
  orderFlow,
];

/** The flows of the visualiser that run on a page. */
export const toolFlows: readonly Flow[] = [
  visualiserLinkFlow,
  visualiserViewFlow,
  visualiserRunFlow,
  visualiserRecorderFlow,
];

/** Both; tests, tables, charts and the visualiser read this list. */
export const catalogue: readonly Flow[] = [...productFlows, ...toolFlows];
