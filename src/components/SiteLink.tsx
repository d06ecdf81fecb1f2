import type { ReactNode } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router-dom';
import { needsDocumentLoad } from '../content/navigation.ts';

type Props = {
  href: string;
  className?: string;
  /** Whether the link gets `aria-current` when it leads to the current page. */
  marksCurrentPage?: boolean;
  children: ReactNode;
};

/**
 * A link. A page of the site is shown without loading a document, except to and from the registration, whose document
 * has its own security policy.
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
