import type { FormEvent, ReactNode } from 'react';
import { matchesOf, nameIn } from '../../model/chart/names.ts';
import type { ChartProps } from '../../model/chart/types.ts';

const FIND_FIELD = 'chart-find';
const FOUND = 'chart-found';

function Find({ model, selected, onSelect }: Pick<ChartProps, 'model' | 'selected' | 'onSelect'>) {
  const names = new Map([...model.states, ...model.transitions].map(({ id }) => [nameIn(model, id), id]));
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem(FIND_FIELD);
    if (!(field instanceof HTMLInputElement)) return;
    const found = matchesOf(model, field.value);
    const next = names.get(field.value) ?? found[(found.indexOf(selected ?? '') + 1) % found.length];
    if (next !== undefined) onSelect(next);
    field.setCustomValidity(next === undefined && field.value !== '' ? 'Nothing found' : '');
    field.reportValidity();
  };
  return (
    <search>
      <form onSubmit={find} noValidate>
        <input
          id={FIND_FIELD}
          type="search"
          list={FOUND}
          aria-label="Find a state or transition"
          placeholder="Find  /"
          autoComplete="off"
          onInput={({ currentTarget }) => {
            currentTarget.setCustomValidity('');
            const id = names.get(currentTarget.value);
            if (id !== undefined) onSelect(id);
          }}
        />
        <datalist id={FOUND}>
          {[...names.keys()].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </search>
  );
}

type Props = Pick<ChartProps, 'model' | 'selected' | 'opened' | 'onSelect' | 'onOpenAll'> & {
  /** The controls of the view of the chart. */
  zoom?: ReactNode;
};

/** The bar above the chart or its outline: the controls that find, move and open its states. */
export function ChartBar({ model, selected, opened, onSelect, onOpenAll, zoom }: Props) {
  return (
    <div className="row chart-toolbar">
      <Find model={model} selected={selected} onSelect={onSelect} />
      <div className="row">
        {zoom}
        <button
          type="button"
          aria-pressed={opened === 'all'}
          title="Opens all states (E)"
          onClick={onOpenAll}
        >
          Expand
        </button>
      </div>
    </div>
  );
}
