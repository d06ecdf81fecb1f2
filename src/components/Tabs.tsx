import type { KeyboardEvent, ReactNode } from 'react';
import { focusById } from '../browser/focus.ts';

type TabsProps<Id extends string> = {
  /** Begins the ids of the tabs and of their panel. */
  id: string;
  label: string;
  tabs: readonly { id: Id; label: string }[];
  chosen: NoInfer<Id>;
  onChoose: (tab: Id) => void;
};

const tabId = (id: string, tab: string) => `${id}-tab-${tab}`;
const panelId = (id: string) => `${id}-panel`;

/** Where a key leads from the tab at a place, among `count` tabs. */
const moves: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A list of tabs of which one is chosen. One of them can be reached by Tab, the others by arrows, Home and End. */
export function Tabs<Id extends string>({ id, label, tabs, chosen, onChoose }: TabsProps<Id>) {
  const move = (event: KeyboardEvent, place: number) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const next = isPlain ? tabs.at(moves[event.key]?.(place, tabs.length) ?? place) : undefined;
    if (!next || !(event.key in moves)) return;
    event.preventDefault();
    onChoose(next.id);
    focusById(tabId(id, next.id));
  };
  return (
    <div role="tablist" aria-label={label} className="tabs">
      {tabs.map((tab, place) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className="tab"
          id={tabId(id, tab.id)}
          aria-controls={panelId(id)}
          aria-selected={tab.id === chosen}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
          onKeyDown={(event) => move(event, place)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** What the chosen tab shows. */
export function TabPanel({ id, chosen, children }: { id: string; chosen: string; children: ReactNode }) {
  return (
    <div role="tabpanel" className="tab-panel" id={panelId(id)} aria-labelledby={tabId(id, chosen)}>
      {children}
    </div>
  );
}
