export type Subject = 'math' | 'english' | 'science' | 'evs' | 'ict';
export type GradeBand = '5-6' | '7-8' | '9-10';
export type Strand = 'core' | 'competitive' | 'future';
export type Topics = readonly [string, string, string];
export type Curriculum = Readonly<
  Record<Subject, Readonly<Record<GradeBand, Readonly<Record<Strand, Topics>>>>>
>;

/** The subject tabs, in order. Spec §2, Courses. */
export const subjects = [
  { id: 'math', label: 'Math' },
  { id: 'english', label: 'English' },
  { id: 'science', label: 'Science' },
  { id: 'evs', label: 'EVS' },
  { id: 'ict', label: 'ICT' },
] as const satisfies readonly { id: Subject; label: string }[];

/** The grade band buttons, in order. Spec §2, Courses. */
export const gradeBands = [
  { id: '5-6', label: 'Grades 5-6' },
  { id: '7-8', label: 'Grades 7-8' },
  { id: '9-10', label: 'Grades 9-10' },
] as const satisfies readonly { id: GradeBand; label: string }[];

/** The three cards, in order. Spec §2, Courses. */
export const strands = [
  { id: 'core', label: 'Core Learning' },
  { id: 'competitive', label: 'Competitive Edge' },
  { id: 'future', label: 'Future Skills' },
] as const satisfies readonly { id: Strand; label: string }[];

/** Topic lists of the 15 subject and grade band combinations. Spec §2, Courses; §3, Curriculum. */
export const curriculum = {
  math: {
    '5-6': {
      core: ['Math Puzzles', 'Vedic Math Basics', 'Fraction Visualization'],
      competitive: [
        'Number Patterns for Olympiads',
        'Factors, Multiples and Divisibility',
        'Logical Reasoning',
      ],
      future: ['Budgeting Pocket Money', 'Pictographs and Bar Graphs', 'Symmetry and Paper Folding'],
    },
    '7-8': {
      core: [
        'Integers and Rational Numbers',
        'Linear Equations in One Variable',
        'Area, Perimeter and Volume',
      ],
      competitive: [
        'Exponents and Algebraic Identities',
        'Ratio, Percentage, Profit and Loss',
        'Mental Ability Practice',
      ],
      future: [
        'Interest and Savings in Daily Life',
        'Data Handling with Spreadsheets',
        'Probability through Games',
      ],
    },
    '9-10': {
      core: [
        'Polynomials and Quadratic Equations',
        'Coordinate Geometry',
        'Trigonometry and Its Applications',
      ],
      competitive: ['Algebra for JEE Foundation', 'Number Theory for Olympiads', 'Timed Problem Solving'],
      future: ['Statistics with Real Data', 'Loans, EMIs and Tax Basics', 'Mathematical Modelling'],
    },
  },
  english: {
    '5-6': {
      core: ['Reading Aloud with Expression', 'Parts of Speech and Tenses', 'Paragraph Writing'],
      competitive: ['Spelling and Vocabulary Building', 'Picture and Story Comprehension', 'Grammar Puzzles'],
      future: ['Speaking in Full Sentences', 'Storytelling', 'Show and Tell'],
    },
    '7-8': {
      core: ['Active and Passive Voice', 'Formal and Informal Letters', 'Prose and Poetry Reading'],
      competitive: ['Unseen Passages', 'Synonyms, Antonyms and Idioms', 'Grammar for English Olympiads'],
      future: ['Group Discussion', 'Public Speaking', 'Writing a Clear E-mail'],
    },
    '9-10': {
      core: [
        'Reported Speech and Modals',
        'Analytical Paragraph Writing',
        'Character and Theme in Literature',
      ],
      competitive: ['Inference and Critical Reading', 'Error Spotting and Editing', 'Debate and Argument'],
      future: ['Interview Skills', 'Presenting with Slides', 'Checking Facts in the Media'],
    },
  },
  science: {
    '5-6': {
      core: ['Food and Health', 'Exploring Magnets', 'Measurement and Motion'],
      competitive: [
        'Classifying Materials and Living Things',
        'Cause and Effect Reasoning',
        'Science Quiz Practice',
      ],
      future: ['Kitchen Experiments', 'Keeping a Science Journal', 'Simple Working Models'],
    },
    '7-8': {
      core: ['Acids, Bases and Indicators', 'Electric Current and Its Effects', 'Cells and Nutrition'],
      competitive: [
        'Force, Pressure and Friction Problems',
        'Reflection of Light and Sound',
        'Reading an Experiment',
      ],
      future: ['Circuits and Sensors', 'Microbes and Public Health', 'Models of Renewable Energy'],
    },
    '9-10': {
      core: [
        'Laws of Motion and Gravitation',
        'Chemical Reactions and Equations',
        'Life Processes and Heredity',
      ],
      competitive: ['Physics Numericals for JEE Foundation', 'Biology for NEET Foundation', 'Mole Concept'],
      future: ['Biotechnology in Daily Life', 'Batteries and Electric Vehicles', 'Space and Satellites'],
    },
  },
  evs: {
    '5-6': {
      core: ['Water and Its Sources', 'Plants, Animals and Habitats', 'Food from Field to Plate'],
      competitive: ['Map Skills: States of India', 'Environment Quiz Practice', 'Reasoning from Pictures'],
      future: ['Waste Sorting and Composting', 'Kitchen Gardening', 'Saving Water at Home'],
    },
    '7-8': {
      core: ['Forests and Wildlife', 'Pollution of Air and Water', 'Natural Resources'],
      competitive: [
        'Reading Climate Graphs',
        'National Parks and Biosphere Reserves',
        'Conservation Case Studies',
      ],
      future: ['Rainwater Harvesting', 'Measuring a Carbon Footprint', 'Preparing for Disasters'],
    },
    '9-10': {
      core: ['Ecosystems and Food Webs', 'Climate and Monsoon of India', 'Managing Natural Resources'],
      competitive: ['Case-Based Questions', 'Interpreting Environmental Data', 'Environmental Laws of India'],
      future: ['Sustainable Development Goals', 'Local Climate Projects', 'Green Careers'],
    },
  },
  ict: {
    '5-6': {
      core: ['Parts of a Computer', 'Typing and Word Processing', 'Files, Folders and Drawing'],
      competitive: ['Sequencing Puzzles', 'Simple Flowcharts', 'Cyber Olympiad Basics'],
      future: ['Block Coding with Scratch', 'Animation Projects', 'Passwords and Online Safety'],
    },
    '7-8': {
      core: ['Spreadsheets and Charts', 'Networks and the Internet', 'Presentations'],
      competitive: ['Binary Numbers', 'Algorithms and Pseudocode', 'Cyber Olympiad Practice'],
      future: ['Python Basics', 'Web Pages with HTML and CSS', 'How AI Learns from Examples'],
    },
    '9-10': {
      core: ['AI/ML Fundamentals', 'Web3 Basics', 'Cloud Computing'],
      competitive: ['Problem Solving in Python', 'Databases and SQL', 'Coding Contest Practice'],
      future: ['App Design and Prototyping', 'Cyber Security and Privacy', 'Responsible Use of AI'],
    },
  },
} as const satisfies Curriculum;

/** The name of a topic. */
export type Topic = (typeof curriculum)[Subject][GradeBand][Strand][number];
