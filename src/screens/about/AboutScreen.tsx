import { FaqAccordion } from '../../components/FaqAccordion.tsx';
import { Points } from '../../components/Points.tsx';
import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { aboutMission, aboutText, founderStory, whatWeOffer } from '../../content/about.ts';
import { aboutFaq } from '../../content/aboutFaq.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { aboutSeo } from './about.seo.ts';

/** The founder's story, the mission, the offers, and four questions. Spec §2, About. */
export function AboutScreen() {
  return (
    <div className="page about">
      <Seo {...aboutSeo} />
      <h1>{aboutText.heading}</h1>
      <p className="lead">{aboutText.intro}</p>
      <ul role="list" className="claims">
        {founderStory.claims.map(({ figure, label }) => (
          <li key={label}>
            <strong>{figure}</strong> {label}
          </li>
        ))}
      </ul>
      <section className="founder-story">
        <h2>{founderStory.heading}</h2>
        <Illustration name="hero-voice" />
        <div>
          {founderStory.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <section className="mission">
        <h2>{aboutMission.heading}</h2>
        {aboutMission.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
      <section className="what-we-offer">
        <h2>{whatWeOffer.heading}</h2>
        <ul role="list" className="offers">
          {whatWeOffer.offers.map(({ id, title, text }) => (
            <li key={id}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <div className="how-we-work">
          <h3>{whatWeOffer.howHeading}</h3>
          <Points points={whatWeOffer.how} />
        </div>
        <p className="actions">
          {whatWeOffer.links.map(({ label, href }) => (
            <SiteLink className="button" key={href} href={href}>
              {label}
            </SiteLink>
          ))}
        </p>
      </section>
      <FaqAccordion questions={aboutFaq} />
    </div>
  );
}
