export type Reason = { id: string; title: string; text: string };

/** The why-important list of the home page. Spec §2, Home. */
export const whyImportant = {
  heading: 'Why future-ready learning is important',
  intro:
    'The years from Grade 5 to Grade 10 decide what a child will find easy later. We do not leave them to chance.',
  reasons: [
    {
      id: 'foundations',
      title: 'Gaps do not close by themselves',
      text: 'A child who is unsure of fractions in Grade 5 will be unsure of algebra in Grade 8. A gap found early takes a few weeks to fill.',
    },
    {
      id: 'boards',
      title: 'Board exams begin with habits',
      text: 'Students write answers all year, and we check them. They come to the board exam calm, because nothing in it is new.',
    },
    {
      id: 'english',
      title: 'English opens doors',
      text: 'Many children understand English well, but fall silent when they must speak it. Practice in small steps changes that, and nobody laughs.',
    },
    {
      id: 'competitive',
      title: 'Competitive exams reward understanding',
      text: 'Memory alone does not pass JEE, NEET or the Olympiads. The thinking they need can grow slowly, from the middle grades on.',
    },
    {
      id: 'life-skills',
      title: 'Life asks for more than marks',
      text: 'Listening, planning a week, asking for help, checking a fact on the internet. We teach and practise these like any other subject.',
    },
    {
      id: 'parents',
      title: 'Parents should know, not guess',
      text: 'With regular reports you can praise what goes well. You can also talk about the rest while there is time.',
    },
  ],
} as const satisfies { heading: string; intro: string; reasons: readonly Reason[] };
