export type Reason = { id: string; title: string; text: string };

/** The why-important list of the home page. Spec §2, Home. */
export const whyImportant = {
  heading: 'Why future-ready learning is important',
  intro:
    'The years from Grade 5 to Grade 10 decide much of what a child will later find easy. This is why we do not leave them to chance.',
  reasons: [
    {
      id: 'foundations',
      title: 'Gaps do not close by themselves',
      text: 'A child who is unsure of fractions in Grade 5 will be unsure of algebra in Grade 8. A gap found early takes a few weeks to fill.',
    },
    {
      id: 'boards',
      title: 'Boards are a habit before they are an exam',
      text: 'Students who write answers all year and see them checked come to the board exam calm. It asks for nothing they have not already done.',
    },
    {
      id: 'english',
      title: 'English opens doors',
      text: 'Many children understand English well and still fall silent when they are asked to speak it. Practice in small steps, with nobody laughing, changes that.',
    },
    {
      id: 'competitive',
      title: 'Competitive exams reward understanding',
      text: 'JEE, NEET and the Olympiads are hard to prepare for by memory. The ways of thinking they need can be learnt slowly, from the middle grades onwards.',
    },
    {
      id: 'life-skills',
      title: 'Life asks for more than marks',
      text: 'To listen, to plan a week, to ask for help and to check whether something on the internet is true: these are taught and practised like any other subject.',
    },
    {
      id: 'parents',
      title: 'Parents should know, not guess',
      text: 'With regular reports you can praise what is going well and talk about what is not, while there is time to act.',
    },
  ],
} as const satisfies { heading: string; intro: string; reasons: readonly Reason[] };
