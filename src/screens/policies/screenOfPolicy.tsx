import { Contents } from '../../components/Contents.tsx';
import { PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import type { Seo as Head } from '../../content/pageSeo.ts';
import { contactSection, type Policy, sectionId } from '../../content/policies/policy.ts';

/** The screen of a policy that has a page of its own. Spec §2, Legal pages. */
export const screenOfPolicy = (policy: Policy, seo: Head) => () => (
  <div className="page policies">
    <Seo {...seo} />
    <PolicyText policy={policy} as="page" />
    <Contents
      parts={[...policy.sections, contactSection].map((section) => ({
        id: sectionId(policy.id, section),
        title: section.heading,
      }))}
    />
  </div>
);
