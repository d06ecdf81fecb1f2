import { PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { terms } from '../../content/policies/terms.ts';
import { termsSeo } from '../../content/seo/terms.ts';

/** The terms. Spec §2, Legal pages. */
export function TermsScreen() {
  return (
    <div className="page policies">
      <Seo {...termsSeo} />
      <PolicyText policy={terms} as="page" />
    </div>
  );
}
