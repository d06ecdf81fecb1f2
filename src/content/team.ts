export type TeamMember = { id: string; name: string; role: string; bio: string; image: string };

/** Heading and introduction of the team section. Spec §2, Home. */
export const teamText = {
  heading: 'The people who will teach your child',
  intro:
    'Five tutors, each with a subject they love, and the patience to explain it again. The portraits are drawings.',
} as const;

/** The five tutors. Spec §2, Home; §3, Team member. */
export const team = [
  {
    id: 'meenakshi-iyer',
    name: 'Meenakshi Iyer',
    role: 'Mathematics Tutor',
    bio: 'Meenakshi starts with a picture; the formula comes later. A wrong answer stays on the board until the class knows why it looked right.',
    image: 'tutor-meenakshi-iyer',
  },
  {
    id: 'gurpreet-kaur',
    name: 'Gurpreet Kaur',
    role: 'English Speaking Tutor',
    bio: 'In Gurpreet’s class everybody speaks, beginning with one sentence. She corrects gently and never in the middle of a thought. Her shyest students often end up leading the debates.',
    image: 'tutor-gurpreet-kaur',
  },
  {
    id: 'farhan-siddiqui',
    name: 'Farhan Siddiqui',
    role: 'Computer and Coding Tutor',
    bio: 'Farhan lets students break a program and repair it. They write small games first, then useful things, and learn to stay safe online.',
    image: 'tutor-farhan-siddiqui',
  },
  {
    id: 'anirban-ghosh',
    name: 'Anirban Ghosh',
    role: 'Science Tutor',
    bio: 'Anirban teaches with what is in the kitchen: salt, magnets, lemon juice, a torch. He asks for a guess before each experiment. Then everyone wants to know.',
    image: 'tutor-anirban-ghosh',
  },
  {
    id: 'rekha-chauhan',
    name: 'Rekha Chauhan',
    role: 'Career Guidance and Life Skills Mentor',
    bio: 'Rekha talks with students about what they enjoy and do well. Parents sit at the table too, since the decision belongs to the whole family.',
    image: 'tutor-rekha-chauhan',
  },
] as const satisfies readonly TeamMember[];
