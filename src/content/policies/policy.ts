import { termsVersion } from '../../../machines/registration/registration.terms.ts';
import type { Link } from '../link.ts';
import { site } from '../site.ts';

export type PolicySection = {
  heading: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
  links?: readonly Link[];
};
export type Policy = {
  /** The id of the block on the combined page. */
  id: string;
  title: string;
  updated: string;
  intro: string;
  sections: readonly PolicySection[];
};

/** The date of the last update on every legal page. Spec §2, Legal pages. */
export const policiesUpdated = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
}).format(new Date(termsVersion));

/** The last section of every page of policies: phone and e-mail. Spec §2, Legal pages. */
export const contactSection: PolicySection = {
  heading: 'How to reach us',
  paragraphs: [`Call ${site.phone} or write to ${site.email}. We will answer in plain words.`],
};

/** The id of a section of a policy on its page and on the combined page. */
export const sectionId = (policy: string, { heading }: PolicySection): string =>
  `${policy}-${heading.toLowerCase().replace(/[^a-z]+/g, '-')}`;
