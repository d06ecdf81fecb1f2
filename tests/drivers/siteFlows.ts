import type { AnyStateMachine } from 'xstate';
import { blogList } from '../../src/flows/blogList.ts';
import { blogPost } from '../../src/flows/blogPost.ts';
import { callBack } from '../../src/flows/callBack.ts';
import { connection } from '../../src/flows/connection.ts';
import { contact } from '../../src/flows/contact.ts';
import { curriculumBrowser } from '../../src/flows/curriculum.ts';
import { faqAccordion } from '../../src/flows/faqAccordion.ts';
import { heroSlideshow } from '../../src/flows/heroSlideshow.ts';
import { jobApplication } from '../../src/flows/jobApplication.ts';
import { mobileMenu } from '../../src/flows/mobileMenu.ts';
import { newsletter } from '../../src/flows/newsletter.ts';
import { openings } from '../../src/flows/openings.ts';
import { registration } from '../../src/flows/registration.ts';
import { routeLoading } from '../../src/flows/routeLoading.ts';
import { scholarship } from '../../src/flows/scholarship.ts';
import { scholarshipTermsPanel } from '../../src/flows/scholarshipTerms.ts';
import { link } from '../../src/visualiser/tool/flows/link.ts';
import { recorder } from '../../src/visualiser/tool/flows/recorder.ts';
import { run } from '../../src/visualiser/tool/flows/run.ts';
import { view } from '../../src/visualiser/tool/flows/view.ts';

/** The flows as the site runs them, by their ids. */
export const siteFlows: Record<string, { machine: AnyStateMachine }> = {
  registration,
  scholarship,
  openings,
  jobApplication,
  curriculum: curriculumBrowser,
  connection,
  contact,
  callBack,
  blogPost,
  blogList,
  faqAccordion,
  heroSlideshow,
  mobileMenu,
  newsletter,
  routeLoading,
  scholarshipTerms: scholarshipTermsPanel,
  visualiserLink: link,
  visualiserView: view,
  visualiserRun: run,
  visualiserRecorder: recorder,
};
