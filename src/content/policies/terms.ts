import { FEE } from '../../../machines/registration/registration.fee.ts';
import { cancellation } from '../../../machines/registration/registration.terms.ts';
import { site } from '../site.ts';
import { conduct } from './conduct.ts';
import { type Policy, policiesUpdated } from './policy.ts';

/** The terms. Spec §2, Legal pages; §9, Disputes. */
export const terms: Policy = {
  id: 'terms',
  title: 'Terms and Conditions',
  updated: policiesUpdated,
  intro: `These are the terms on which ${site.name} teaches your child and lets you use this website. By registering or paying you accept them. If something is unclear, ask us first.`,
  sections: [
    {
      heading: 'Who may register',
      points: [
        'Courses on this website are for students of Grades 5 to 10.',
        'A student under 18 registers with the consent of a parent or guardian. The parent or guardian accepts these terms for the student.',
        'One registration is for one student and may not be passed on to another.',
      ],
    },
    {
      heading: 'Your details',
      paragraphs: [
        'Please give us true and complete details, and phone numbers at which the parents can be reached. Tell us when they change. We cannot send a report to a number or address that is wrong.',
      ],
    },
    {
      heading: 'Fee and payment',
      points: [
        `The course fee is ₹${FEE.rupees}. It is shown before you pay.`,
        'You pay online, in the window of our payment provider.',
        'The registration is complete when the payment has succeeded and this website shows that the registration is successful.',
        'If money has left your account but you see no success, do not pay again. Write to us with the payment reference and we will look into it.',
      ],
    },
    {
      heading: 'Classes, assessments and reports',
      paragraphs: [
        'Classes are held online and daily, with regular assessments and progress reports for parents. We may change a timetable or a tutor when it is necessary. You provide the device and the internet connection.',
      ],
    },
    {
      heading: 'Course material',
      paragraphs: [
        'Lessons, worksheets and other material belong to us or to their authors. The registered student may use them for personal study. They may not be copied for others, sold or put on the internet.',
      ],
    },
    {
      heading: 'Conduct in class',
      paragraphs: [
        'Students, parents and tutors follow our rules on class conduct and child safety. We may remove a student who seriously or repeatedly breaks them. We speak with the parent first.',
      ],
      links: [{ label: 'Read the rules with all our policies', href: `/register-term#${conduct.id}` }],
    },
    {
      heading: 'Cancellation and refund',
      paragraphs: [cancellation],
      links: [{ label: 'Read the Cancellation and Refund Policy', href: '/refund' }],
    },
    {
      heading: 'Scholarship',
      paragraphs: ['The Excellence Scholarship has its own terms and its own fee.'],
      links: [{ label: 'Read about the Excellence Scholarship', href: '/knowmore' }],
    },
    {
      heading: 'Privacy',
      paragraphs: [
        'What we learn about you and your child is handled as our privacy policy says. We never sell it.',
      ],
      links: [{ label: 'Read the Privacy Policy', href: '/privacy' }],
    },
    {
      heading: 'What we can promise, and what we cannot',
      paragraphs: [
        'We promise to teach with care and to tell you honestly how your child is doing. We cannot promise a mark, a rank or a seat. These also depend on the student’s work, and on examiners who do not work for us.',
        'We try to keep this website correct and available. It may now and then be interrupted for repairs, or by faults outside our control.',
      ],
    },
    {
      heading: 'Changes to these terms',
      paragraphs: [
        'We may change these terms, and the date at the top then changes too. The terms that stood here when you registered stay valid for that registration.',
      ],
    },
    {
      heading: 'Law and disputes',
      paragraphs: [
        'If something troubles you, talk to us first; most matters can be settled on the phone. These terms are governed by Indian law. Disputes that cannot be settled otherwise are decided by the courts in New Delhi.',
      ],
    },
  ],
};
