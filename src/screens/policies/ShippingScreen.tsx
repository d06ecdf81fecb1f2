import { PolicyText } from '../../components/PolicyText.tsx';
import { Seo } from '../../components/Seo.tsx';
import { shipping } from '../../content/policies/shipping.ts';
import { shippingSeo } from '../../content/seo/shipping.ts';

/** The shipping policy. Spec §2, Legal pages. */
export function ShippingScreen() {
  return (
    <div className="page policies">
      <Seo {...shippingSeo} />
      <PolicyText policy={shipping} as="page" />
    </div>
  );
}
