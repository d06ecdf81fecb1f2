import type { AnyStateMachine } from 'xstate';
import { runtime } from '../../machines/paths/index.ts';
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

import { visualiser } from '../../src/visualiser/tool/flows/visualiser.ts';

/** A machine that the visualiser invokes, which may be replaced. */
const partOfVisualiser = (source: 'link' | 'view' | 'run' | 'recorder') => ({
  get machine() {
    const logic: unknown = visualiser.machine.implementations.actors[source];
    if (!runtime.isMachine(logic)) throw new Error(`The visualiser invokes no machine "${source}".`);
    return logic;
  },
  set machine(machine: AnyStateMachine) {
    visualiser.machine = visualiser.machine.provide({ actors: { [source]: machine } });
  },
});

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
  visualiserLink: partOfVisualiser('link'),
  visualiserView: partOfVisualiser('view'),
  visualiserRun: partOfVisualiser('run'),
  visualiserRecorder: partOfVisualiser('recorder'),
};
