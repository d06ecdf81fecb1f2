import { assign, createMachine } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const sections = {
  one: { on: { NEXT: 'two' } },
  two: { initial: 'x', states: { x: { on: { NEXT: 'y' } }, y: {} } },
};

export const history: Chart[] = [
  {
    name: 'shallow history',
    machine: createMachine({
      initial: 'open',
      states: {
        open: { initial: 'one', states: { ...sections, h: { type: 'history' } }, on: { HIDE: 'hidden' } },
        hidden: { on: { SHOW: 'open.h' } },
      },
    }),
    cases: { events: plainEvents('NEXT', 'HIDE', 'SHOW') },
    expected: { reaches: ['open.one', 'open.two.x', 'open.two.y', 'hidden'] },
  },
  {
    name: 'deep history',
    machine: createMachine({
      initial: 'open',
      states: {
        open: {
          initial: 'one',
          states: { ...sections, h: { type: 'history', history: 'deep' } },
          on: { HIDE: 'hidden' },
        },
        hidden: { on: { SHOW: 'open.h', PEEK: 'peek' } },
        peek: { after: { 10: 'open.h' } },
      },
    }),
    cases: { events: plainEvents('NEXT', 'HIDE', 'SHOW', 'PEEK') },
    expected: { reaches: ['open.two.y', 'peek'] },
  },
  {
    name: 'what history restores tells states of one value apart',
    machine: createMachine({
      initial: 'open',
      states: {
        open: {
          initial: 'one',
          states: { one: { on: { NEXT: 'two' } }, two: { on: { SEEN: '#seen' } }, h: { type: 'history' } },
          on: { HIDE: 'hidden' },
        },
        hidden: { on: { SHOW: 'open.h', RESET: 'open' } },
        seen: { id: 'seen' },
      },
    }),
    cases: { events: plainEvents('NEXT', 'HIDE', 'SHOW', 'SEEN', 'RESET') },
    expected: { reaches: ['seen', 'open.two'] },
  },
  {
    name: 'deep history of a parallel state',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'b' } }, b: { on: { ONE: 'a' } } } },
            two: { initial: 'a', states: { a: { on: { TWO: 'b' } }, b: {} } },
            h: { type: 'history', history: 'deep' },
          },
          on: { OUT: 'out' },
        },
        out: { on: { BACK: 'p.h', ANEW: 'p' } },
      },
    }),
    cases: { events: plainEvents('ONE', 'TWO', 'OUT', 'BACK', 'ANEW') },
    expected: { reaches: ['p.one.a | p.two.b', 'p.one.b | p.two.a', 'p.one.b | p.two.b'] },
  },
  {
    name: 'shallow history of a parallel state restores its regions to their initial states',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'b' } }, b: {} } },
            two: { initial: 'a', states: { a: {} } },
            h: { type: 'history' },
          },
          on: { OUT: 'out' },
        },
        out: { entry: assign({ left: true }), on: { BACK: 'p.h' } },
      },
      context: { left: false },
    }),
    cases: { events: plainEvents('ONE', 'OUT', 'BACK') },
    expected: { reaches: ['p.one.a | p.two.a', 'p.one.b | p.two.a', 'out'] },
  },
  {
    name: 'history in one region while the other goes on',
    machine: createMachine({
      type: 'parallel',
      states: {
        player: {
          initial: 'idle',
          states: {
            idle: { on: { OPEN: 'open.h' } },
            open: {
              initial: 'small',
              states: { small: { on: { GROW: 'large' } }, large: {}, h: { type: 'history' } },
              on: { CLOSE: 'idle' },
            },
          },
        },
        sound: { initial: 'on', states: { on: { on: { MUTE: 'off' } }, off: { on: { MUTE: 'on' } } } },
      },
    }),
    cases: { events: plainEvents('OPEN', 'GROW', 'CLOSE', 'MUTE') },
    expected: { reaches: ['player.open.large | sound.off', 'player.idle | sound.on'] },
  },
  {
    name: 'history with a default target',
    machine: createMachine({
      initial: 'out',
      states: {
        out: { on: { BACK: 'a.h' } },
        a: {
          initial: 'never',
          states: {
            never: {},
            first: { on: { NEXT: 'second' } },
            second: {},
            h: { type: 'history', target: 'first' },
          },
          on: { OUT: 'out' },
        },
      },
    }),
    cases: { events: plainEvents('BACK', 'NEXT', 'OUT') },
    expected: {
      reaches: ['a.first', 'a.second'],
      neverReaches: ['a.never'],
      unreachable: { '(machine).a.never': 'state never entered' },
    },
  },
  {
    name: 'history as the initial state',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'h',
          states: { h: { type: 'history', target: 'one' }, one: { on: { NEXT: 'two' } }, two: {} },
          on: { OUT: 'b' },
        },
        b: { on: { BACK: 'a' } },
      },
    }),
    cases: { events: plainEvents('NEXT', 'OUT', 'BACK') },
    expected: { reaches: ['a.one', 'a.two', 'b'] },
  },
  {
    name: 'a history that restores a state with a timer starts it anew',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          states: { x: { after: { 10: 'y' } }, y: { after: { 10: '#end' } }, h: { type: 'history' } },
          on: { PAUSE: 'paused' },
        },
        paused: { on: { RESUME: 'a.h' } },
        end: { id: 'end' },
      },
    }),
    cases: { events: plainEvents('PAUSE', 'RESUME') },
    expected: { reaches: ['a.x', 'a.y', 'paused', 'end'] },
  },
];
