import type { ChartModel } from '../../../machines/paths/chart.ts';
import type { Mark } from './types.ts';

type Fact = [name: string, value: string];

function factsOf({ states, transitions }: ChartModel, id: string): Fact[] {
  const state = states.find((each) => each.id === id);
  if (state)
    return [
      ['State', state.id],
      ['Type', state.history ? `${state.history} history` : state.type],
      ['Description', state.description ?? ''],
      ['Tags', state.tags.join(', ')],
      ['Entry', state.entry.join(', ')],
      ['Exit', state.exit.join(', ')],
      ['Invokes', state.invokes.join(', ')],
    ];
  const transition = transitions.find((each) => each.id === id);
  if (!transition) return [];
  const { trigger, source, targets, guard = '', actions, reenter } = transition;
  return [
    ['Transition', trigger],
    ['From', source],
    ['To', targets.length > 0 ? targets.join(', ') : 'nowhere: the state stays'],
    ['Guard', guard],
    ['Actions', actions.join(', ')],
    ['Reenters', reenter && targets.length > 0 ? 'yes' : ''],
  ];
}

/** Everything that the machine says of what is selected. */
export function Facts({ model, selected, mark }: { model: ChartModel; selected?: string; mark?: Mark }) {
  const facts: Fact[] = selected === undefined ? [] : factsOf(model, selected);
  const all: Fact[] = mark && facts.length > 0 ? [...facts, ['Coverage', mark]] : facts;
  return (
    <dl className="chart-facts" aria-live="polite">
      {all
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
