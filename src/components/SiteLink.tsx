import type { ReactNode } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router-dom';
import { hasOwnDocument } from '../content/navigation.ts';

type Props = {
  href: string;
  className?: string;
  /** Whether the link says so when it leads to the page that is shown, as in a list of pages. */
  isInList?: boolean;
  children: ReactNode;
};

/**
 * A link to a page of the site, which is shown without loading a document where it can be, or to anything else.
 * A security policy holds as long as its document: to the page that pays and away from it, the document is loaded.
 */
export function SiteLink({ href, className, isInList = false, children }: Props) {
  const { pathname } = useLocation();
  const follow = useLinkClickHandler(href);
  const isFollowed = href.startsWith('/') && !hasOwnDocument(href) && !hasOwnDocument(pathname);
  return (
    <a
      href={href}
      className={className}
      aria-current={isInList && pathname === href ? 'page' : undefined}
      onClick={isFollowed ? follow : undefined}
    >
      {children}
    </a>
  );
}
