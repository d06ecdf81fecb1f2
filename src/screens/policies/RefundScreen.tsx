import { PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { refund } from '../../content/policies/refund.ts';
import { refundSeo } from '../../content/seo/refund.ts';

/** The cancellation and refund policy. Spec §2, Legal pages. */
export function RefundScreen() {
  return (
    <div className="page policies">
      <Seo {...refundSeo} />
      <PolicyText policy={refund} as="page" />
    </div>
  );
}
