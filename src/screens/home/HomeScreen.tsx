import { FaqAccordion } from '../../components/FaqAccordion.tsx';
import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { heroAction, homeHeading } from '../../content/hero.ts';
import { homeFaq } from '../../content/homeFaq.ts';
import { HeroSlideshow } from './HeroSlideshow.tsx';
import { homeSeo } from './home.seo.ts';
import { MissionSection } from './MissionSection.tsx';
import { ScholarshipPromo } from './ScholarshipPromo.tsx';
import { ServicesSection } from './ServicesSection.tsx';
import { TeamSection } from './TeamSection.tsx';
import { WhyImportant } from './WhyImportant.tsx';

/** The home page, top to bottom. Spec §2, Home. */
export function HomeScreen() {
  return (
    <div className="home">
      <Seo {...homeSeo} />
      <h1 className="home-heading">{homeHeading}</h1>
      <div className="hero">
        <HeroSlideshow />
        <div className="hero-action">
          <SiteLink className="button" href={heroAction.href}>
            {heroAction.label}
          </SiteLink>
          <p>{heroAction.fee}</p>
        </div>
      </div>
      <MissionSection />
      <ScholarshipPromo />
      <WhyImportant />
      <TeamSection />
      <ServicesSection />
      <FaqAccordion questions={homeFaq} />
    </div>
  );
}
