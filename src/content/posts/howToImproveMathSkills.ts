import { mathSkillsSummary, type PostDetail } from '../posts.ts';

/** The price in the first sum, and its discount in percent and in rupees. */
const PRICE = 450;
const OFF = 20;
const SHARE = (PRICE * OFF) / 100;

/** The money that Asha has left, in rupees. */
const LEFT = 15;

const content = `
<p>Almost every student who says “I am weak in math” is weak in one or two topics. Everything built on those topics then looks difficult too. That is good news. You do not have to mend the whole subject. You have to find the place where the trouble begins, and start there.</p>
<p>What follows needs a notebook, a pencil and about half an hour a day. Students can do it alone. Parents can help without knowing any algebra, and the last section tells them how.</p>

<h2 id="walk-backwards-until-it-is-easy">1. Walk backwards until it is easy</h2>
<p>Take a chapter that troubles you and ask what it is made of. Profit and loss is made of percentages. Percentages are made of fractions. Fractions are made of division, and division of the tables.</p>
<p>Now solve three small sums at each level, going backwards:</p>
<ol>
  <li>A bag marked ₹${PRICE} is sold at ${OFF}% off. What do you pay? (₹${PRICE - SHARE})</li>
  <li>What is ${OFF}% of ${PRICE}? (${SHARE})</li>
  <li>What is one fifth of ${PRICE}? (${PRICE / 5})</li>
  <li>What is ${PRICE} ÷ 5? (${PRICE / 5})</li>
</ol>
<p>Stop at the first level where all three sums come out right without strain. Your work begins one step above it, even if that step belongs to a lower class. Nobody has to know. A week spent on Grade 6 fractions can save a whole year of Grade 8.</p>

<h2 id="draw-before-you-calculate">2. Draw before you calculate</h2>
<p>Word problems are hard because the sum is hidden in a sentence. A drawing brings it out. Try this one: <em>Asha spent three quarters of her money on a book and has ₹${LEFT} left. How much did she have?</em></p>
<p>Draw a bar and cut it into four equal parts. Three parts are spent, so one part is left, and that part is ₹${LEFT}. The whole bar is 4 × ${LEFT}, which makes ₹${4 * LEFT}. There was no formula to remember.</p>
<p>Bars work for fractions, ratios and percentages. For geometry, draw the figure yourself even when the book has printed one, and write every given number on it. For speed and distance, draw a line with the start and the end marked. If you cannot draw a problem, you have not finished reading it.</p>

<h2 id="guess-first">3. Guess first</h2>
<p>Before each calculation, write a rough answer in the margin. For 49 × 21, think of 50 × 20, which is ${50 * 20}. The exact answer is ${49 * 21}, so all is well. Suppose your working had given ${(49 * 21 * 10).toLocaleString('en-IN')}. The guess would have told you at once that a zero had slipped in.</p>
<p>This takes five seconds, and it catches the mistakes that hurt most in an exam. They are the shifted decimal point, the wrong sign, and the answer in metres instead of centimetres.</p>

<h2 id="keep-a-notebook-of-mistakes">4. Keep a notebook of mistakes</h2>
<p>Marks are lost in only a few ways. Keep a thin notebook, and for every wrong answer write the question, the right working, and one of these letters:</p>
<ul>
  <li><strong>U</strong> for understanding: I did not know what to do.</li>
  <li><strong>C</strong> for calculation: I knew the way and slipped on it.</li>
  <li><strong>R</strong> for reading: I answered something that was not asked.</li>
</ul>
<p>After two weeks, count. Many U’s in one chapter mean that the chapter must be learnt again, with a teacher’s help if possible. If the C’s lead, slow down, write one step on each line, and practise tables. If the R’s lead, underline what is asked before you begin. Each kind of mistake has its own medicine, and “be more careful” is none of them.</p>

<h2 id="mix-the-practice">5. Mix the practice</h2>
<p>Twenty sums of one kind feel comfortable. After the third you no longer have to think about the method. The exam, however, will not tell you which chapter a question comes from. So mix. Of ten sums, take six from the present chapter, two from last week and two from last month.</p>
<p>It will feel slower, and you will make more mistakes at home. That is the right place to make them.</p>

<h2 id="explain-it-to-somebody">6. Explain it to somebody</h2>
<p>Choose one sum a day and teach it aloud to a younger brother, a grandmother or an empty chair. Say why each step is allowed. When you begin to mumble, you have found the very line that you do not understand. Put a star beside it and ask your teacher about that line. Do not say “I did not understand the chapter”. “I do not follow how step three became step four” gets a much better answer.</p>

<h2 id="enjoy-a-shortcut-and-ask-why-it-works">7. Enjoy a shortcut, and ask why it works</h2>
<p>Quick methods are fun. Suppose a number ends in 5 and you want its square. Multiply the first part by the number after it, and write 25 at the end. For 35², 3 × 4 is ${3 * 4}, so the answer is ${35 ** 2}. For 85², 8 × 9 is ${8 * 9}, and the answer is ${85 ** 2}.</p>
<p>Students in Grade 8 and above can show why it works. (10a + 5)² is 100a² + 100a + 25. That is 100 × a × (a + 1) + 25. A shortcut that you can explain has become knowledge. One that you cannot explain will be forgotten on the day of the exam.</p>

<h2 id="a-half-hour-that-works">A half hour that works</h2>
<ul>
  <li><strong>5 minutes:</strong> tables, squares or fractions from memory, aloud.</li>
  <li><strong>15 minutes:</strong> six to ten mixed sums, with a guess before each.</li>
  <li><strong>5 minutes:</strong> check the answers and fill in the notebook of mistakes.</li>
  <li><strong>5 minutes:</strong> explain one sum aloud.</li>
</ul>
<p>Do this five days a week. On the sixth, solve only questions from the notebook of mistakes, without looking at the working. On the seventh, rest.</p>

<h2 id="for-parents">For parents</h2>
<p>You can help without knowing the answer. Ask these three questions: What is given? What is asked? What have you tried? Then wait, longer than feels natural. A child who is given the answer after ten seconds soon learns to wait for it.</p>
<p>Please do not say “I was also bad at math”. It is meant as comfort, and the child hears that the matter is settled by birth. Praise the part you wish to see again: the drawing, the second attempt, the mistake that was written down honestly.</p>
<p>Let numbers into the day as well. Give your child the vegetable bill to add up, a recipe to double, the bus timetable to read. Ten minutes of useful arithmetic at home are worth a page of sums from a book.</p>
`;

/** The Mathematics post. Spec §3, Blog post detail. */
export const howToImproveMathSkills = {
  ...mathSkillsSummary,
  content,
  author: 'Meenakshi Iyer',
  seoDescription:
    'Seven habits that improve math for Grades 5 to 10: find the gap, draw, guess, note mistakes, mix practice. With a daily half hour and advice for parents.',
  tags: ['math', 'learning', 'exams'],
} as const satisfies PostDetail;
