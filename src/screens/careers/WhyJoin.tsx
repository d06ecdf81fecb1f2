import { whyJoin } from '../../content/postings.ts';

/** Three reasons to work for the provider. Spec §2, Careers. */
export function WhyJoin() {
  return (
    <section className="why-join" aria-labelledby="why-join">
      <h2 id="why-join">{whyJoin.heading}</h2>
      <ul role="list" className="cards">
        {whyJoin.cards.map(({ id, title, text }) => (
          <li key={id} className="card">
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
