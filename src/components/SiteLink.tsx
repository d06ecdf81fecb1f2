import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Props = { href: string; className?: string; children: ReactNode };

/** A link to a page of the site, which is shown without loading the document again, or to anything else. */
export function SiteLink({ href, className, children }: Props) {
  return href.startsWith('/') ? (
    <Link to={href} className={className}>
      {children}
    </Link>
  ) : (
    <a href={href} className={className}>
      {children}
    </a>
  );
}
