import { assign, createMachine } from 'xstate';
import { explore, type Flow, flowOfMachine } from '../../machines/paths/index.ts';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';

/** How long machines of several shapes take to explore. */

const TOGGLES = Array.from({ length: 10 }, (_, index) => `toggle${index}`);

/** A form with ten toggles that do not depend on each other: 1,024 states. */
const form = createMachine({
  id: 'ten toggles',
  context: Object.fromEntries(TOGGLES.map((name) => [name, false])),
  on: Object.fromEntries(
    TOGGLES.map((name) => [name, { actions: assign(({ context }) => ({ [name]: !context[name] })) }]),
  ),
});

/** A player in two regions, with three timers. */
const player = createMachine({
  id: 'player with three timers',
  type: 'parallel',
  states: {
    playback: {
      initial: 'paused',
      states: {
        paused: { on: { play: 'buffering' } },
        buffering: { after: { 700: 'playing', 5000: 'failed' }, on: { pause: 'paused' } },
        playing: { on: { pause: 'paused', stall: 'buffering' } },
        failed: { on: { play: 'buffering' } },
      },
    },
    controls: {
      initial: 'hidden',
      states: {
        hidden: { on: { move: 'shown' } },
        shown: { after: { 3000: 'hidden' }, on: { move: { target: 'shown', reenter: true } } },
      },
    },
  },
});

const PAGES = Array.from({ length: 200 }, (_, index) => index);

/** A wizard with 200 states. */
const wizard = createMachine({
  id: 'wizard of 200 states',
  initial: 'page0',
  states: Object.fromEntries(
    PAGES.map((page) => [
      `page${page}`,
      {
        on: {
          ...(page < PAGES.length - 1 && { next: `page${page + 1}` }),
          ...(page > 0 && { back: `page${page - 1}` }),
        },
      },
    ]),
  ),
});

const ROUNDS = 7;

/** Prints the states, the steps and the median time of exploring, each as a ratio to the first: the largest flow of the site. */
export function benchExploring(): void {
  console.log('\nExploring (median of 7)');
  const flows: Flow[] = [
    registrationFlow,
    ...[form, player, wizard].map((machine) => flowOfMachine(machine)),
  ];
  let first: number | null = null;
  for (const flow of flows) {
    const times = Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      explore(flow);
      return performance.now() - start;
    }).sort((one, other) => one - other);
    const median = times[Math.floor(ROUNDS / 2)] ?? 0;
    first ??= median;
    const { states } = explore(flow);
    const steps = [...states.values()].reduce((sum, { edges }) => sum + edges.length, 0);
    console.log(
      `  ${flow.title.padEnd(28)} ${String(states.size).padStart(5)} states ${String(steps).padStart(6)} steps ${median.toFixed(0).padStart(6)} ms  ratio ${(median / first).toFixed(2)}`,
    );
  }
}
