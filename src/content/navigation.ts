import type { Link } from './link.ts';

/**
 * Whether a link to or from a path must load a document: the registration's document has its own security policy. Case
 * and a trailing slash make no difference, as in the router.
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
