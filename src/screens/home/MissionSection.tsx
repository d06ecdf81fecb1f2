import { mission } from '../../content/mission.ts';

/** The mission of the provider. Spec §2, Home. */
export function MissionSection() {
  return (
    <section className="mission" aria-labelledby="mission-heading">
      <h2 id="mission-heading">{mission.heading}</h2>
      <p className="lead">{mission.lead}</p>
      {mission.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
