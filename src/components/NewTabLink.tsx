import type { ReactNode } from 'react';

type Props = { href: string; className?: string; children: ReactNode };

/** A link that opens in a new tab, and says so to screen reader users. */
export function NewTabLink({ href, className, children }: Props) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
