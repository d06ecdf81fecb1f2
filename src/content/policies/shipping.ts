import { site } from '../site.ts';
import { type Policy, policiesUpdated } from './policy.ts';

/** The shipping policy, which states that it is not applicable. Spec §2, Route table. */
export const shipping: Policy = {
  id: 'shipping',
  title: 'Shipping Policy',
  updated: policiesUpdated,
  intro: 'Shipping is not applicable. Everything you buy on this website is delivered online.',
  sections: [
    {
      heading: 'Nothing is sent by post',
      paragraphs: [
        `Classes, worksheets, reports and certificates of ${site.name} are digital. We send no parcel and charge no shipping fee. We do not ask for a postal address.`,
      ],
    },
    {
      heading: 'How you receive your course',
      paragraphs: [
        'After your payment you will receive a confirmation e-mail. If it has not come, look in the spam folder first. Then write to us or call us with your payment reference. Please do not pay a second time.',
      ],
    },
  ],
};
