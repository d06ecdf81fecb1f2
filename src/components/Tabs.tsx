import type { KeyboardEvent, ReactNode } from 'react';
import { focusById } from '../browser/focus.ts';

type TabsProps<Id extends string> = {
  /** The prefix of the ids of the tabs and of their panel. */
  id: string;
  label: string;
  tabs: readonly { id: Id; label: string }[];
  selected: NoInfer<Id>;
  onSelect: (tab: Id) => void;
};

const tabId = (id: string, tab: string) => `${id}-tab-${tab}`;
const panelId = (id: string, tab: string) => `${id}-panel-${tab}`;

/** The index of the tab that a key selects, from the tab at `index` among `count` tabs; from the end where negative. */
const indexForKey: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
};

/** A list of tabs of which one is selected. Tab reaches the selected tab; arrows, Home and End select another. */
export function Tabs<Id extends string>({ id, label, tabs, selected, onSelect }: TabsProps<Id>) {
  const selectByKey = (event: KeyboardEvent, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const nextIndex = indexForKey[event.key]?.(index, tabs.length);
    const next = nextIndex === undefined ? undefined : tabs.at(nextIndex);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    focusById(tabId(id, next.id));
  };
  return (
    <div role="tablist" aria-label={label} className="tabs">
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className="tab"
          id={tabId(id, tab.id)}
          aria-controls={tab.id === selected ? panelId(id, tab.id) : undefined}
          aria-selected={tab.id === selected}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={(event) => selectByKey(event, index)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ id, selected, children }: { id: string; selected: string; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      className="tab-panel"
      id={panelId(id, selected)}
      aria-labelledby={tabId(id, selected)}
    >
      {children}
    </div>
  );
}
