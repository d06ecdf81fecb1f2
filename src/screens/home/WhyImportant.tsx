import { whyImportant } from '../../content/whyImportant.ts';

/** The reasons why the years from Grade 5 to Grade 10 are important. Spec §2, Home. */
export function WhyImportant() {
  return (
    <section className="why-important" aria-labelledby="why-heading">
      <h2 id="why-heading">{whyImportant.heading}</h2>
      <p>{whyImportant.intro}</p>
      <ul role="list" className="reasons">
        {whyImportant.reasons.map(({ id, title, text }) => (
          <li key={id}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
