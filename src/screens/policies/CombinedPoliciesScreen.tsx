import { Contents } from '../../components/Contents.tsx';
import { PolicySectionText, PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { combinedPolicies, combinedPoliciesText } from '../../content/policies/combinedPolicies.ts';
import { contactSection } from '../../content/policies/policy.ts';
import { combinedPoliciesSeo } from './combinedPolicies.seo.ts';

/** The page that the registration form links to: five policies, one after the other. Spec §2, /register-term. */
export function CombinedPoliciesScreen() {
  return (
    <div className="page policies">
      <Seo {...combinedPoliciesSeo} />
      <h1>{combinedPoliciesText.heading}</h1>
      <p className="lead">{combinedPoliciesText.intro}</p>
      <Contents parts={combinedPolicies} />
      {combinedPolicies.map((policy) => (
        <PolicyText key={policy.id} policy={policy} as="block" />
      ))}
      <div className="policy">
        <PolicySectionText section={contactSection} as="h2" />
      </div>
    </div>
  );
}
