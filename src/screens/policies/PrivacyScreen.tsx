import { PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { privacy } from '../../content/policies/privacy.ts';
import { privacySeo } from '../../content/seo/privacy.ts';

/** The privacy policy. Spec §2, Legal pages. */
export function PrivacyScreen() {
  return (
    <div className="page policies">
      <Seo {...privacySeo} />
      <PolicyText policy={privacy} as="page" />
    </div>
  );
}
