import { type Policy, policiesUpdatedIso } from '../content/policies/policy.ts';
import { Points } from './Points.tsx';
import { SiteLink } from './SiteLink.tsx';

type Props = {
  policy: Policy;
  /** Whether it is the page or one block of it. */
  as: 'page' | 'block';
};

/** A policy with its sections. Spec §2, Legal pages. */
export function PolicyText({ policy: { id, title, updated, intro, sections }, as }: Props) {
  const [Title, Heading] = as === 'page' ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  return (
    <article className="policy" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <p className="updated">
        Last updated <time dateTime={policiesUpdatedIso}>{updated}</time>
      </p>
      <p className="lead">{intro}</p>
      {sections.map(({ heading, paragraphs = [], points = [], links = [] }) => (
        <section key={heading}>
          <Heading>{heading}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points.length > 0 && <Points points={points} />}
          {links.map(({ label, href }) => (
            <p key={href}>
              <SiteLink href={href}>{label}</SiteLink>
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}
