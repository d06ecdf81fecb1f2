import type { Link } from './link.ts';

/**
 * Whether a page is only shown in a document of its own: the one that pays has its own security policy. As everywhere
 * on the site, case and a slash at the end make no difference.
 */
export const needsDocumentLoad = (path: string): boolean =>
  path.toLowerCase().replace(/\/+$/, '') === '/register-re';

/** Links of the navigation bar and of the mobile menu. Spec §2. */
export const navigationLinks = [
  { label: 'Home', href: '/' },
  { label: 'Syllabus', href: '/courses' },
  { label: 'Services', href: '/services' },
  { label: 'Careers', href: '/careers' },
  { label: 'Register', href: '/register-re' },
] as const satisfies readonly Link[];

/** Links of the footer; no page is listed for /testimonials. Spec §2. */
export const footerLinks = [
  { label: 'Home', href: '/' },
  { label: 'About', href: '/about' },
  { label: 'Syllabus', href: '/courses' },
  { label: 'Testimonials', href: '/testimonials' },
  { label: 'Blog', href: '/blog' },
  { label: 'Contact Us', href: '/contact' },
  { label: 'Privacy Policy', href: '/privacy' },
  { label: 'Terms', href: '/terms' },
  { label: 'Refund Policy', href: '/refund' },
] as const satisfies readonly Link[];

/** The legal links below the footer. Spec §2. */
export const legalLinks = [
  { label: 'Privacy Policy', href: '/privacy' },
  { label: 'Terms', href: '/terms' },
  { label: 'Refund Policy', href: '/refund' },
] as const satisfies readonly Link[];
