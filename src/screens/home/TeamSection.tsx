import { team, teamText } from '../../content/team.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';

/** The five tutors. Spec §2, Home; §3, Team member. */
export function TeamSection() {
  return (
    <section className="team" aria-labelledby="team-heading">
      <h2 id="team-heading">{teamText.heading}</h2>
      <p>{teamText.intro}</p>
      <ul role="list" className="team-cards">
        {team.map(({ id, name, role, bio, image }) => (
          <li className="team-card" key={id}>
            <Illustration name={image} />
            <h3>{name}</h3>
            <p className="team-role">{role}</p>
            <p>{bio}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
