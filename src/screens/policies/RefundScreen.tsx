import { PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { refund } from '../../content/policies/refund.ts';

/** The cancellation and refund policy. Spec §2, Legal pages. */
export function RefundScreen() {
  return (
    <div className="page policies">
      <Seo />
      <PolicyText policy={refund} as="page" />
    </div>
  );
}
