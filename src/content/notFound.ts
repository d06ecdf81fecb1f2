import type { Link } from './link.ts';

export const notFoundText = {
  heading: 'This page is not here',
  text: 'The address may be mistyped, or the page may not exist yet. Nothing you did is lost. One of these may be what you were looking for.',
  links: [
    { label: 'Home', href: '/' },
    { label: 'Syllabus', href: '/courses' },
    { label: 'Blog', href: '/blog' },
    { label: 'Excellence Scholarship', href: '/knowmore' },
    { label: 'Contact Us', href: '/contact' },
  ],
} as const satisfies { heading: string; text: string; links: readonly Link[] };
