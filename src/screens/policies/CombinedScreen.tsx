import { PolicyPart, PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { combinedPolicies, combinedText } from '../../content/policies/combined.ts';
import { contactSection } from '../../content/policies/policy.ts';
import { combinedSeo } from '../../content/seo/combined.ts';

/** The page that the registration form links to: five policies, one after the other. Spec §2, /register-term. */
export function CombinedScreen() {
  return (
    <div className="page policies">
      <Seo {...combinedSeo} />
      <h1>{combinedText.heading}</h1>
      <p className="lead">{combinedText.intro}</p>
      <nav className="contents" aria-label="On this page">
        <ul>
          {combinedPolicies.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {combinedPolicies.map((policy) => (
        <PolicyText key={policy.id} policy={policy} as="block" />
      ))}
      <div className="policy">
        <PolicyPart section={contactSection} as="h2" />
      </div>
    </div>
  );
}
