import type { ReactNode } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router-dom';
import { needsDocumentLoad } from '../content/navigation.ts';

type Props = {
  href: string;
  className?: string;
  /** Whether the link says so when it leads to the page that is shown, as in a list of pages. */
  marksCurrentPage?: boolean;
  children: ReactNode;
};

/**
 * A link to a page of the site, which is shown without loading a document where it can be, or to anything else.
 * A security policy holds as long as its document: to the page that pays and away from it, the document is loaded.
 */
export function SiteLink({ href, className, marksCurrentPage = false, children }: Props) {
  const { pathname } = useLocation();
  const navigateOnClick = useLinkClickHandler(href);
  const isClientSide = href.startsWith('/') && !needsDocumentLoad(href) && !needsDocumentLoad(pathname);
  return (
    <a
      href={href}
      className={className}
      aria-current={marksCurrentPage && pathname === href ? 'page' : undefined}
      onClick={isClientSide ? navigateOnClick : undefined}
    >
      {children}
    </a>
  );
}
