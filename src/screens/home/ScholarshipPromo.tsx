import { SiteLink } from '../../components/SiteLink.tsx';
import { UnbrokenAmounts } from '../../components/UnbrokenAmounts.tsx';
import { scholarshipPromo as promo } from '../../content/scholarshipPromo.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';

/** The scholarship block, with links to the application and to its page. Spec §2; §9, Scholarship. */
export function ScholarshipPromo() {
  return (
    <section className="scholarship-promo" aria-labelledby="promo-heading">
      <Illustration name="scholarship" />
      <h2 id="promo-heading">{promo.heading}</h2>
      <p className="promo-highlight">
        <UnbrokenAmounts text={promo.highlight} />
      </p>
      <p>{promo.text}</p>
      <ul role="list" className="promo-points">
        {promo.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="actions">
        <SiteLink className="button" href={promo.apply.href}>
          {promo.apply.label}
        </SiteLink>
        <SiteLink className="button secondary" href={promo.knowMore.href}>
          {promo.knowMore.label}
        </SiteLink>
      </p>
    </section>
  );
}
