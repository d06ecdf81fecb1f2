import { site } from '../site.ts';
import { type Policy, policiesUpdated } from './policy.ts';

/** The privacy policy. Spec §2, Legal pages; §9, Privacy. */
export const privacy: Policy = {
  id: 'privacy',
  title: 'Privacy Policy',
  updated: policiesUpdated,
  intro: `This page tells you what ${site.name} learns about you and your child, why, and what you can do about it. Most of our students are children, so we ask parents to read it.`,
  sections: [
    {
      heading: 'Children and consent',
      paragraphs: [
        'A student under 18 needs the consent of a parent or guardian before any form on this website is sent. Please fill in the form together. By sending it, the parent or guardian agrees that we use the details as described here.',
        'If a child has sent us details without your knowledge, write to us and we will delete them.',
      ],
    },
    {
      heading: 'What we collect',
      paragraphs: ['We collect what you give us in a form, in a class or in a survey:'],
      points: [
        'the student’s name, and the names of the father and mother when you register',
        'contact details: phone numbers, e-mail address and city',
        'the student’s class and school',
        'academic interests, such as the course you choose',
        'feedback that you give in our surveys',
        'what you write to us in a message',
        'for a paid registration, whether the fee was paid, and the reference number of the payment',
      ],
    },
    {
      heading: 'What we use it for',
      points: [
        'to give the student access to the course',
        'to send parents a weekly performance report',
        'to improve our classes and this website',
        'to send you updates about your course',
        'to send you offers, unless you tell us by e-mail that you do not want them',
        'to answer your questions and call you back',
      ],
    },
    {
      heading: 'Payments',
      paragraphs: [
        'The fee is paid in a window of our payment provider. Card, UPI and bank details are entered there; we neither see nor store them. We pass the name, e-mail address and phone number from the form to this window. You do not have to type them again.',
      ],
    },
    {
      heading: 'We never sell your data',
      paragraphs: [
        'We do not sell personal data, to anyone. We share it only with those who help us run the courses and this website, such as the payment provider. They get only what they need for that work. We also hand over data when Indian law obliges us to.',
        'Scholarship results are published on this website. Please apply only if you and your child are comfortable with that.',
      ],
    },
    {
      heading: 'Cookies and what stays on your device',
      paragraphs: [
        'This website uses cookies and the storage of your browser to work properly. You can block or delete them in the settings of your browser. Parts of the website may then forget what you typed.',
        'While you fill in a form, the same browser tab keeps what you type for at most 24 hours. A lost connection does not cost you your work. It is removed once the form has been sent. On a shared computer, close the tab when you leave.',
        'After a registration the same tab keeps the receipt for at most 24 hours. The receipt has the student’s name, grade and course, the date and the payment reference. It keeps no phone number and no e-mail address. “Clear this page”, below the receipt, removes it.',
        'We may measure how fast our pages load on your device. These measurements do not contain your name.',
      ],
    },
    {
      heading: 'How we look after it',
      paragraphs: [
        'We keep personal data only as long as these purposes need it, or as long as the law requires. Only those who need it for their work may see it. No system is perfectly safe, but we take reasonable care of yours, and of your child’s in particular.',
      ],
    },
    {
      heading: 'Correcting or deleting your data',
      paragraphs: [
        `You can ask us at any time to correct or delete your data or your child’s. Write to ${site.email}. To find the record, we need the student’s name and the phone number or e-mail address that you gave us. Some records, such as those of a payment, must be kept as long as the law requires.`,
      ],
    },
    {
      heading: 'Changes to this policy',
      paragraphs: [
        'When we change this policy we change the date at its top. Please look at it again from time to time.',
      ],
    },
  ],
};
