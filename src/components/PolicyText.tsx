import { termsVersion } from '../../machines/registration/registration.terms.ts';
import { contactSection, type Policy, type PolicySection, sectionId } from '../content/policies/policy.ts';
import { LinkedText } from './LinkedText.tsx';
import { SiteLink } from './SiteLink.tsx';

type Props = {
  policy: Policy;
  /** Whether the policy is the whole page, with the contact section, or one block of a page. */
  as: 'page' | 'block';
};

/** A policy with its sections. Spec §2, Legal pages. */
export function PolicyText({ policy: { id, title, updated, intro, sections }, as }: Props) {
  const [Title, Heading] = as === 'page' ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  return (
    <article className="policy" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <p className="updated">
        Last updated <time dateTime={termsVersion}>{updated}</time>
      </p>
      <p className="lead">{intro}</p>
      {sections.map((section) => (
        <PolicySectionText key={section.heading} id={sectionId(id, section)} section={section} as={Heading} />
      ))}
      {as === 'page' && (
        <PolicySectionText id={sectionId(id, contactSection)} section={contactSection} as={Heading} />
      )}
    </article>
  );
}

type SectionProps = { id?: string; section: PolicySection; as: 'h2' | 'h3' };

export function PolicySectionText({ id, section, as: Heading }: SectionProps) {
  const { heading, paragraphs = [], points = [], links = [] } = section;
  return (
    <section>
      <Heading id={id}>{heading}</Heading>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <LinkedText text={paragraph} />
        </p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((point) => (
            <li key={point}>
              <LinkedText text={point} />
            </li>
          ))}
        </ul>
      )}
      {links.map(({ label, href }) => (
        <p key={href} className="policy-link">
          <SiteLink href={href}>{label}</SiteLink>
        </p>
      ))}
    </section>
  );
}
