import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { notFoundText } from '../../content/notFound.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { notFoundSeo } from './notFound.seo.ts';

/** The page at every path that the route table does not list. Spec §2. */
export function NotFoundScreen() {
  return (
    <div className="page narrow not-found">
      <Seo {...notFoundSeo} />
      <Illustration name="lost-kite" load="priority" />
      <h1>{notFoundText.heading}</h1>
      <p className="lead">{notFoundText.text}</p>
      <ul role="list">
        {notFoundText.links.map(({ label, href }) => (
          <li key={href}>
            <SiteLink href={href}>{label}</SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
