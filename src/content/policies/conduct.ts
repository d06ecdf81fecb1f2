import { site } from '../site.ts';
import { type Policy, policiesUpdated } from './policy.ts';

/** The further policy block of the combined page: class conduct and child safety. Spec §2, /register-term. */
export const conduct: Policy = {
  id: 'conduct',
  title: 'Class Conduct and Child Safety',
  updated: policiesUpdated,
  intro:
    'A child learns well only where the child feels safe. These rules hold for students, parents and tutors alike.',
  sections: [
    {
      heading: 'What we ask of students',
      points: [
        'Join with your own name, on time, and with your notebook at hand.',
        'Let others finish speaking. Nobody is laughed at for a wrong answer or for broken English.',
        'Do your own work in assessments. Copying teaches you nothing and hides from us what you need.',
        'Keep the class link to yourself.',
        'Do not photograph, record or share a class or the people in it.',
      ],
    },
    {
      heading: 'What we ask of parents',
      points: [
        'Give your child a place to sit where you are within call.',
        'You may sit in on any class. Please leave the answering to the child.',
        'See that the class is joined only by the student who is registered.',
        'Do you have a concern about a tutor or another student? Tell us, and do not raise it in front of the class.',
      ],
    },
    {
      heading: 'What we ask of our tutors',
      points: [
        'Speak to every child with respect. Shouting, insults and threats have no place in a class.',
        'Teach in the class, where others are present, and send messages about a student to the parents.',
        'Never ask a child for a private meeting, a personal photograph, a password, money or a gift.',
        'Report to us at once if a child seems to be in danger or is being bullied.',
      ],
    },
    {
      heading: 'Bullying and abuse',
      paragraphs: [
        'Bullying, sexual remarks, threats and insults about religion, caste, language, looks or family are not tolerated from anyone. We remove the person from the class while we look into it. We inform the parents of the children concerned. Where the law requires it, we inform the authorities.',
      ],
    },
    {
      heading: 'If something is wrong',
      paragraphs: [
        `Tell us the same day: call ${site.phone} or write to ${site.email}. A child may also write to us directly and will be taken seriously. We do not tell others who complained unless it is needed to protect a child.`,
        'If a child is in danger now, call 112 or the child helpline 1098 first. Both calls are free.',
      ],
    },
  ],
};
