import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { featuredService, services, servicesCallToAction, servicesText } from '../../content/services.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { servicesSeo } from './services.seo.ts';

/** The services: the featured card, the grid of seven others and where to ask. Spec §2, Services. */
export function ServicesScreen() {
  return (
    <div className="page services">
      <Seo {...servicesSeo} />
      <section className="services-hero">
        <h1>{servicesText.heading}</h1>
        <p className="lead">{servicesText.intro}</p>
      </section>
      <section className="featured-service" aria-labelledby={featuredService.id}>
        <Illustration name={`service-${featuredService.id}`} load="eager" />
        <h2 id={featuredService.id}>{featuredService.title}</h2>
        <p>{featuredService.text}</p>
        <p>{featuredService.inForm}</p>
        <dl className="skill-courses">
          {featuredService.courses.map(({ id, title, text }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <SiteLink className="button" href={featuredService.action.href}>
          {featuredService.action.label}
        </SiteLink>
      </section>
      <div className="services-grid">
        {services.map(({ id, title, text, points }) => (
          <section className="service-card" key={id} aria-labelledby={id}>
            <Illustration name={`service-${id}`} />
            <h2 id={id}>{title}</h2>
            <p>{text}</p>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className="call-to-action" aria-labelledby="services-action">
        <h2 id="services-action">{servicesCallToAction.heading}</h2>
        <p>{servicesCallToAction.text}</p>
        <SiteLink className="button" href={servicesCallToAction.action.href}>
          {servicesCallToAction.action.label}
        </SiteLink>
      </section>
    </div>
  );
}
