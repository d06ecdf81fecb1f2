import type { Link } from './link.ts';

export type Faq = { id: string; question: string; answer: string; link?: Link };

/** Heading of both FAQ sections. */
export const faqHeading = 'Questions parents ask us';
