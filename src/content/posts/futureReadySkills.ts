import { futureSkillsSummary, type PostDetail } from '../posts.ts';

/** The sum in the section on money, and its interest in percent. */
const SUM = 1_000;
const YEARLY = 6;
const MONTHLY = 2;

const rupees = (amount: number) => `₹${Math.round(amount).toLocaleString('en-IN')}`;

const content = `
<p>Parents often ask us which career will be safe when their child is grown. We would like to know it too. Work is changing, and nobody can name one safe profession for a ten-year-old. But some abilities are useful in nearly every kind of work, in a shop as much as in a laboratory. A child can begin to practise them now.</p>
<p>This article goes through seven of them. For each there is something to do at home that costs nothing or very little. None of it competes with the board exam. A student who can explain, plan and check will also write a better answer in history.</p>

<h2 id="saying-clearly-what-you-mean">1. Saying clearly what you mean</h2>
<p>A good idea that nobody understood is of no use to anyone. Speaking clearly begins in the language in which your child thinks, whichever that is, and English is built beside it.</p>
<h3>Try this</h3>
<ul>
  <li><strong>Grades 5-6:</strong> At dinner, tell one thing you learnt today in three full sentences. Say what it was, say why it is so, and give an example.</li>
  <li><strong>Grades 7-8:</strong> Explain how to make tea, or how to reach your house from the bus stand. Your listener may only do exactly what you say. You will notice how much you leave out.</li>
  <li><strong>Grades 9-10:</strong> Take a news item and speak about it for two minutes. Record yourself on a phone, listen once, and repeat it with half the words.</li>
</ul>
<p>When a child speaks English with mistakes, let the sentence end before you correct it, and correct only one thing. Courage is lost faster than grammar is learnt.</p>

<h2 id="taking-a-problem-apart">2. Taking a problem apart</h2>
<p>Most real problems arrive in a heap. The school project is due, one member of the group is ill, and the printer has no ink. A child is no longer helpless once the heap is in parts, and the first part is clear.</p>
<p>Chess, carrom, puzzles and repairing a bicycle all train this. So does the simple habit of writing down four lines before a difficult task:</p>
<ol>
  <li>What do I want to have at the end?</li>
  <li>What do I already have?</li>
  <li>What stands in the way?</li>
  <li>What is the smallest next step?</li>
</ol>
<p>The fourth line matters most. “Finish the project” cannot be done this evening. “Find three pictures of the water cycle” can.</p>

<h2 id="making-a-computer-do-what-you-want">3. Making a computer do what you want</h2>
<p>Your child may never become a programmer. One working program is still worth a great deal. It shows that a computer only follows instructions. It also shows that mistakes in the instructions can be found and put right.</p>
<p>Begin with block coding in Scratch in Grades 5 and 6. It is free and asks for no typing. In Grades 7 and 8, a student can build a small web page about the village or the family shop. First programs in Python are possible too. By Grades 9 and 10 it is time to make something useful. That may be a quiz for a younger sister, or a sheet for the month’s electricity bill.</p>
<p>There may be no computer at home. Much of the thinking can be done on paper. Write down the steps for sorting a pack of cards by number. Give them to a friend who follows them to the letter. Wherever the friend gets stuck, your program has a bug.</p>

<h2 id="asking-whether-it-is-true">4. Asking whether it is true</h2>
<p>A message that has been forwarded many times looks true because so many people have sent it. To stop and check is a habit, and habits form early.</p>
<p>Teach your child three questions: Who says so? How do they know? Who else says it? Does a message promise free money, ask for a password or want to be forwarded to ten people? Close it. Let the child check the next family message for everybody. Children enjoy this task, and they are often better at it than we are.</p>
<p>Numbers deserve the same care. When an advertisement says that a soap removes twice as much dirt, ask: twice as much as what? Students in the higher grades can check whether the axis of a graph in the newspaper begins at zero. If it does not, a small change has been made to look like a big one.</p>

<h2 id="using-artificial-intelligence-honestly">5. Using artificial intelligence honestly</h2>
<p>AI tools that answer questions are now on many phones. A ban will not work for long. Copying from them is worse, because then the exercise is done and nothing is learnt. We suggest a simple rule for the family: <strong>think first, ask second, check third.</strong></p>
<ul>
  <li><strong>Think first.</strong> Write your own attempt, however poor, before you ask a tool.</li>
  <li><strong>Ask second.</strong> Do not ask it for the answer. Ask what is wrong with your attempt, or for a hint, or for an easier example.</li>
  <li><strong>Check third.</strong> These tools can be wrong in perfect grammar. Compare with the textbook. If you cannot explain the answer yourself, it is not yet yours.</li>
</ul>
<p>Two warnings belong here. Never type a name, an address, a school, a photograph or a phone number into such a tool. And if the teacher has asked for your own work, hand in your own work. Many of these services also set a minimum age, so a parent should read the rules and sit alongside.</p>

<h2 id="handling-money">6. Handling money</h2>
<p>A child who has never held money cannot learn to manage it. Give a small sum for a fixed purpose, such as the week’s notebooks and pens, and let the child decide. If it is spent by Wednesday, please do not top it up. A small mistake at eleven is cheaper than a big one at twenty-five.</p>
<p>Older students can keep a simple account: money in, money out, money left. By Grade 9 they can understand interest. If ${rupees(SUM)} earns ${YEARLY}% in a year, it becomes ${rupees(SUM * (1 + YEARLY / 100))}. A loan of ${rupees(SUM)} at ${MONTHLY}% <em>a month</em> costs far more than it sounds. If the interest is added to the loan every month, it is about ${rupees(SUM * (1 + MONTHLY / 100) ** 12 - SUM)} in a year. Let the student work out why it is more than ${rupees((SUM * MONTHLY * 12) / 100)}. A student who has done this sum once will read the small print.</p>

<h2 id="learning-how-to-learn">7. Learning how to learn</h2>
<p>Of all seven, this one lasts longest. What a student learns today may be out of date one day. The ability to learn something new will not be. Three methods have served students well for a long time, and they need no equipment.</p>
<ul>
  <li><strong>Close the book and recall.</strong> After reading a page, shut it and write down what you remember. Then open it and see what is missing. This teaches more than reading the page three times.</li>
  <li><strong>Come back later.</strong> Look at a topic again after a day, after a week and after a month. Ten minutes each time is enough.</li>
  <li><strong>Sleep.</strong> A tired child reads the same line again and again. An hour of sleep is worth more than an hour of study after ten at night.</li>
</ul>

<h2 id="what-about-teamwork">What about teamwork?</h2>
<p>You may have missed it in the list. It is hard to practise alone, so it belongs to the class, the cricket team and the kitchen. Let your child take charge of a task on which others depend. That may be filling the water bottles each morning, organising a cousin’s birthday or keeping the score. Afterwards ask two things. What did somebody else do well? What would you do differently next time?</p>

<h2 id="a-plan-for-one-month">A plan for one month</h2>
<p>Seven skills at once are too many. Choose as follows, twenty minutes on four days of each week, and leave the rest for later.</p>
<ol>
  <li><strong>First week:</strong> speaking. Three sentences at dinner, or the two-minute talk.</li>
  <li><strong>Second week:</strong> checking. Find one false or doubtful message and show the family how you found out.</li>
  <li><strong>Third week:</strong> making. A small program, a paper algorithm or a working model.</li>
  <li><strong>Fourth week:</strong> money and planning. Keep an account for seven days and plan the next week on one page.</li>
</ol>
<p>At the end of the month, sit together and ask what was enjoyable. A child who liked the third week may want more coding. One who liked the first may be ready for a debate. This is how a career begins: a small thing is tried and liked, and then tried again.</p>

<h2 id="will-it-take-time-away-from-marks">Will it take time away from marks?</h2>
<p>It is a fair question, above all in Grades 9 and 10. Twenty minutes on four days make ${20 * 4} minutes a week. Most families can find them by putting the phone away a little earlier. In return the student practises for the newer case-based questions of the boards. They ask students to read an unfamiliar situation, take out what matters, and explain an answer in clear steps.</p>
<p>In the last two months before a board exam, drop everything here except the seventh skill and sleep. The others will wait. They have one advantage: no exam fixes their date. Your child can use them every day, for life.</p>
`;

/** The Future Skills post. Spec §3, Blog post detail. */
export const futureReadySkills = {
  ...futureSkillsSummary,
  content,
  author: 'Rekha Chauhan',
  seoDescription:
    'Seven skills that help a Grade 5 to 10 student in any career, from clear speech to honest use of AI. With things to try at home and a one-month plan.',
  tags: ['technology', 'learning', 'education'],
} as const satisfies PostDetail;
