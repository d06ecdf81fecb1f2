import { type KeyboardEvent, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { allFlows } from '../../../../../machines/allFlows.ts';
import { useSnapshot } from '../../../../browser/snapshot.ts';
import type { Command } from '../../commands/commands.ts';
import { closePalette, PALETTE, paletteSearch } from '../../commands/palette.ts';
import { controlledTab, isRunActive, startRuns, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { nameIn } from '../../model/chart/names.ts';
import { modelOf } from '../../model/flowModels.ts';
import { hasWords } from '../../model/hasWords.ts';
import { errorCatalogue, titleOf } from '../../model/messages/errorCatalogue.ts';
import { runToMessage } from '../../runs/runToMessage.ts';

/** The most commands that are listed; a search finds the others. */
const LISTED = 50;

const placesOf = (navigate: (path: string) => unknown): Command[] => [
  { name: 'All flows', act: () => navigate('/visualiser') },
  { name: 'All messages', act: () => navigate('/visualiser/messages') },
  ...allFlows.map(({ id, title }) => ({ name: title, act: () => navigate(`/visualiser/${id}`) })),
  ...allFlows.flatMap(({ id, title }) => {
    const model = modelOf(id);
    if (!model) return [];
    return model.states.slice(1).map((state) => {
      const name = nameIn(model, state.id);
      return {
        name: `${title}: ${name}`,
        act: () => navigate(`/visualiser/${id}?state=${encodeURIComponent(name)}`),
      };
    });
  }),
];

const optionId = (index: number) => `${PALETTE}-${index}`;

const scrollIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

type Props = {
  commands: readonly Command[];
  flows: VisualiserFlows;
};

/** The dialog that finds every command, flow, state and message by its name. */
export function Palette({ commands, flows }: Props) {
  const navigate = useNavigate();
  const { text, index } = useSnapshot(paletteSearch).context;
  const places = useMemo(() => placesOf(navigate), [navigate]);
  const messages = errorCatalogue.map((message) => ({
    name: `Produce the message of ${titleOf(message)}: ${message.text}`,
    act: async () => {
      startRuns(flows, [runToMessage(message, controlledTab(flows))]);
      await navigate(`/visualiser/${message.flow}`);
    },
  }));
  // It is the map of the keys: also of those that do nothing now, which a search finds last.
  const possible = commands.filter(({ act, key }) => act !== null || key !== undefined);
  const all: Command[] = [...possible, ...places, ...(isRunActive(flows) ? [] : messages)];
  const isOff = ({ act }: Command) => Number(text !== '' && act === null);
  const items = all
    .filter(({ name }) => hasWords(name, text))
    .sort((one, other) => isOff(one) - isOff(other));
  const listed = items.slice(0, LISTED);
  const choose = (item: Command | undefined) => {
    if (!item?.act) return;
    closePalette();
    item.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') choose(listed[index]);
    else if (by === undefined) return;
    else paletteSearch.send({ type: 'moved', index: Math.min(Math.max(index + by, 0), listed.length - 1) });
    event.preventDefault();
  };
  return (
    <dialog id={PALETTE} className="palette" aria-label="Every command">
      <input
        role="combobox"
        aria-label="Find a command, a flow, a state or a message"
        placeholder="Find a command, a flow, a state or a message"
        aria-expanded="true"
        aria-controls={`${PALETTE}-list`}
        aria-activedescendant={listed.length > 0 ? optionId(index) : undefined}
        autoComplete="off"
        value={text}
        onChange={({ target }) => paletteSearch.send({ type: 'searched', text: target.value })}
        onKeyDown={onKeyDown}
      />
      <div id={`${PALETTE}-list`} className="palette-list" role="listbox" aria-label="Commands">
        {listed.map((item, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and its keys
          <div
            key={item.name}
            id={optionId(position)}
            role="option"
            aria-selected={position === index}
            aria-disabled={item.act === null || undefined}
            ref={position === index ? scrollIntoSight : undefined}
            onClick={() => choose(item)}
          >
            {item.name}
            {item.key !== undefined && <kbd>{item.key.replace(/(^|-).$/, (end) => end.toUpperCase())}</kbd>}
          </div>
        ))}
      </div>
      <p className="note" role="status">
        {items.length === 0 && 'Nothing found'}
        {items.length > LISTED && `${items.length - LISTED} more: search for them`}
      </p>
    </dialog>
  );
}
