import { Points } from '../../components/Points.tsx';
import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { UnbrokenAmounts } from '../../components/UnbrokenAmounts.tsx';
import { scholarshipPage as page, scholarshipStages } from '../../content/scholarship.ts';
import { scholarshipRewards } from '../../content/scholarshipFigures.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { knowmoreSeo } from './knowmore.seo.ts';
import { ScholarshipTerms } from './ScholarshipTerms.tsx';

/** The Excellence Scholarship: rewards, fee, eligibility, selection, rules. Spec §2, Scholarship information; §9. */
export function KnowMoreScreen() {
  return (
    <article className="page knowmore">
      <Seo {...knowmoreSeo} />
      <header className="page-hero">
        <Illustration name="scholarship" load="priority" />
        <h1>{page.heading}</h1>
        <p className="lead">
          <UnbrokenAmounts text={page.intro} />
        </p>
        <p className="actions">
          <Apply />
          <Ask />
        </p>
      </header>
      <section className="rewards">
        <h2>{page.rewards.heading}</h2>
        <RewardsTable />
        <div>
          <p>{page.rewards.intro}</p>
          <p>{page.rewards.note}</p>
          <h3>{page.certificates.heading}</h3>
          <p>{page.certificates.text}</p>
        </div>
      </section>
      <section className="scholarship-fee">
        <h2>{page.fee.heading}</h2>
        <p className="amount">{page.fee.amount}</p>
        <p>{page.fee.text}</p>
        <p>{page.fee.payment}</p>
      </section>
      <section className="eligibility">
        <h2>{page.eligibility.heading}</h2>
        <Points points={page.eligibility.points} />
      </section>
      <section className="selection">
        <h2>{page.selection.heading}</h2>
        <p>{page.selection.intro}</p>
        <SelectionStages />
      </section>
      <section className="rules">
        <h2>{page.rules.heading}</h2>
        <Points points={page.rules.points} />
      </section>
      <section className="results">
        <h2>{page.results.heading}</h2>
        <p>{page.results.text}</p>
      </section>
      <ScholarshipTerms />
      <p className="actions">
        <Apply />
        <Ask />
      </p>
    </article>
  );
}

const Apply = () => (
  <SiteLink className="button" href={page.apply.href}>
    {page.apply.label}
  </SiteLink>
);

const Ask = () => (
  <SiteLink className="button secondary" href={page.ask.href}>
    {page.ask.label}
  </SiteLink>
);

const RewardsTable = () => (
  <table>
    <thead>
      <tr>
        <th scope="col">Rank</th>
        <th scope="col">Award</th>
      </tr>
    </thead>
    <tbody>
      {scholarshipRewards.map(({ ranks, amount }) => (
        <tr key={ranks}>
          <th scope="row">{ranks}</th>
          <td>{amount}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const SelectionStages = () => (
  <ol role="list" className="stages">
    {scholarshipStages.map(({ id, name, title, text, cutOff }) => (
      <li key={id}>
        <h3>{`${name}: ${title}`}</h3>
        <p>{text}</p>
        {cutOff && <p className="cut-off">{cutOff}</p>}
      </li>
    ))}
  </ol>
);
