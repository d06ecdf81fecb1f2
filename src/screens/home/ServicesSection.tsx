import { SiteLink } from '../../components/SiteLink.tsx';
import { featuredService, services, servicesText } from '../../content/services.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';

/** The services in one line each. Spec §2, Home. */
export function ServicesSection() {
  return (
    <section className="services-overview" aria-labelledby="services-heading">
      <h2 id="services-heading">{servicesText.homeHeading}</h2>
      <ul className="services-list">
        {[featuredService, ...services].map(({ id, title, text }) => (
          <li key={id}>
            <Illustration name={`service-${id}`} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="actions">
        <SiteLink className="button" href={servicesText.homeAction.href}>
          {servicesText.homeAction.label}
        </SiteLink>
      </p>
    </section>
  );
}
