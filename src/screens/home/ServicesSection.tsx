import { SiteLink } from '../../components/SiteLink.tsx';
import { servicesOverview, servicesOverviewText as text } from '../../content/servicesOverview.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';

/** The services in one line each. Spec §2, Home. */
export function ServicesSection() {
  return (
    <section className="services-overview" aria-labelledby="services-heading">
      <h2 id="services-heading">{text.heading}</h2>
      <ul role="list" className="services-list">
        {Object.values(servicesOverview).map(({ id, title, text: line }) => (
          <li key={id}>
            <Illustration name={`service-${id}`} />
            <h3>{title}</h3>
            <p>{line}</p>
          </li>
        ))}
      </ul>
      <p className="actions">
        <SiteLink className="button" href={text.action.href}>
          {text.action.label}
        </SiteLink>
      </p>
    </section>
  );
}
