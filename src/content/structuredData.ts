import { aboutText } from './about.ts';
import { aboutFaq } from './faq.ts';
import { site } from './site.ts';

/** What search engines are told on the About page, in the words that the page shows. Spec §2, About. */
export const aboutStructuredData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'EducationalOrganization',
      name: site.name,
      description: aboutText.intro,
      telephone: site.phone,
      email: site.email,
    },
    {
      '@type': 'FAQPage',
      mainEntity: aboutFaq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
};
