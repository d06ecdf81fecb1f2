import {
  always,
  eventually,
  never,
  type PerformedStep,
  type Property,
  timersLast,
} from '../../paths/index.ts';
import { performedInOrder } from '../../performedInOrder.ts';
import type { chartViewportMachine } from './chartViewport.machine.ts';
import { currentFoldedAncestorsOf, isActiveOutOfSight } from './chartViewport.rules.ts';
import type { ChartViewportContext, DrawnChart, View } from './chartViewport.types.ts';

/** Returns the position of each state in the viewport, in pixels. */
const positionsOf = ({ layout }: DrawnChart, { x, y, scale }: View) =>
  Object.entries(layout.states).map(([id, box]) => ({ id, x: x + box.x * scale, y: y + box.y * scale }));

/** Whether at least one state kept its position on the screen. */
function keepsAStateInPlace(before: ChartViewportContext, after: ChartViewportContext): boolean {
  if (!before.drawn || !after.drawn) return true;
  const positions = positionsOf(before.drawn, before.view);
  return positionsOf(after.drawn, after.view).some((current) =>
    positions.some(({ id, x, y }) => id === current.id && Math.hypot(x - current.x, y - current.y) < 0.01),
  );
}

/** Whether the chart stays where a person put it. */
const isMovedByHand = ({ isFollowing, isFitted }: ChartViewportContext) => !isFollowing && !isFitted;

/** Returns the actions with which a step reports to the component that draws the chart. */
function expectedReports({ before, step, after }: PerformedStep<typeof chartViewportMachine>): string[] {
  const { type } = step.event;
  if (type === 'chartChanged') return after.matches({ chart: 'layingOut' }) ? ['requestUnfold'] : [];
  if (type === 'xstate.done.actor.layOut') return ['reportShown'];
  if (type === 'revealRequested') return before.matches({ view: 'placed' }) ? ['requestUnfold'] : [];
  if (type === 'pointerReleased') return before.matches({ gesture: 'pressing' }) ? ['reportPressed'] : [];
  if (/^(next|previous)MatchRequested$/.test(type))
    return before.matches({ search: 'found' }) ? ['reportShown', 'requestUnfold'] : [];
  return [];
}

/** Requirements of the viewport that are not derived from its machine. */
export const chartViewportProperties: readonly Property<typeof chartViewportMachine>[] = [
  timersLast({ layoutTimeout: 60_000 }),
  performedInOrder('nextMatchRequested', 'reportShown', 'requestUnfold'),
  performedInOrder('previousMatchRequested', 'reportShown', 'requestUnfold'),
  never('the component is not told what was pressed or shown, or what is to be unfolded', (performed) => {
    const expected = expectedReports(performed);
    if (expected.length === 0) return false;
    const actual = performed.actions().map(({ type }) => type);
    return expected.some((report) => !actual.includes(report));
  }),
  never('a folded state is requested, and not the one to be unfolded', (performed) => {
    const { before, step } = performed;
    if (step.event.type !== 'revealRequested' || !before.matches({ view: 'placed' })) return false;
    const id = 'id' in step.event ? step.event.id : null;
    if (typeof id !== 'string' || currentFoldedAncestorsOf(before.context, id).length === 0) return false;
    return performed
      .actions()
      .some(({ type, context }) => type === 'requestUnfold' && context.pendingReveal !== id);
  }),
  never(
    'the viewport moves by itself after a person moved it',
    ({ before, step, after }) =>
      step.kind !== 'event' &&
      isMovedByHand(before.context) &&
      before.matches({ view: 'placed' }) &&
      before.context.pendingReveal === null &&
      !keepsAStateInPlace(before.context, after.context),
  ),
  never(
    'a chart, a size or a state that comes later moves a viewport that a person moved',
    ({ before, step, after }) =>
      step.kind === 'event' &&
      ['chartChanged', 'resized', 'searched', 'activeChanged'].includes(step.type) &&
      isMovedByHand(before.context) &&
      before.matches({ view: 'placed' }) &&
      before.context.view !== after.context.view,
  ),
  never('a chart that a person moves follows on', ({ before, step, after }) =>
    Boolean(
      step.kind === 'event' &&
        ['panned', 'zoomed'].includes(step.type) &&
        before.matches({ view: 'placed' }) &&
        after.context.isFollowing,
    ),
  ),
  never('a followed state that can be shown is out of sight', ({ before, step, after }) =>
    Boolean(
      step.kind === 'event' &&
        step.type === 'activeChanged' &&
        before.matches({ view: 'placed' }) &&
        after.context.isFollowing &&
        isActiveOutOfSight(after.context),
    ),
  ),
  never(
    'a drawn chart disappears',
    ({ before, after }) => before.context.drawn !== null && after.context.drawn === null,
  ),
  always('the scale stays between its bounds', (snapshot) => {
    const { scale } = snapshot.context.view;
    return scale >= 0.08 && scale <= 4;
  }),
  always(
    'a chart has no pointer exactly while no gesture is under way',
    (snapshot) => snapshot.matches({ gesture: 'idle' }) === (snapshot.context.pointers.length === 0),
  ),
  always(
    'only a drawn chart is dragged',
    (snapshot) => snapshot.matches({ gesture: 'idle' }) || snapshot.context.drawn !== null,
  ),
  never('a pointer that is not down moves or is released', ({ before, step }) => {
    if (step.kind !== 'event' || !['pointerMoved', 'pointerReleased', 'pointerLost'].includes(step.type))
      return false;
    return before.context.pointers.every(({ id }) => !('pointer' in step.event) || id !== step.event.pointer);
  }),
  never(
    'a pointer that hardly moves drags the chart',
    ({ before, step, after }) =>
      step.kind === 'event' &&
      step.type === 'pointerMoved' &&
      step.name.endsWith('hardly') &&
      before.matches({ gesture: 'pressing' }) &&
      after.matches({ gesture: 'dragging' }),
  ),
  eventually('laying out ends', {
    after: (snapshot) => snapshot.matches({ chart: 'layingOut' }),
    comes: (snapshot) => !snapshot.matches({ chart: 'layingOut' }),
  }),
];
