import { useGroupRef, usePanelRef } from 'react-resizable-panels';
import { focusById } from '../../../browser/focus.ts';

/** The regions of the view, by the ids of their elements, in the order in which F6 goes through them. */
const regionIds = ['page', 'chart', 'inspector', 'timeline'] as const;
type RegionId = (typeof regionIds)[number];

/** The ids of the panes of the page and of the chart. */
export const [PAGE, CHART] = ['page-pane', 'chart-pane'];

export type Panes = ReturnType<typeof usePanes>;

/** Shows a region, where a narrow window shows one beside the other, and moves the focus there. */
export function showRegion(id: RegionId): void {
  document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'start' });
  focusById(id);
}

/** Moves the focus to the region after the one that has it. */
export function showNextRegion(): void {
  const current = regionIds.findIndex((id) => document.getElementById(id)?.contains(document.activeElement));
  showRegion(regionIds[(current + 1) % regionIds.length] ?? 'page');
}

/** Refs for the panes of a view and its layout, and functions that resize them. */
export function usePanes() {
  const group = useGroupRef();
  const page = usePanelRef();
  const inspector = usePanelRef();
  return {
    group,
    page,
    inspector,
    /** Gives the chart all of the room, or gives it back. */
    expandChart: () => {
      const isExpanded = page.current?.isCollapsed() && inspector.current?.isCollapsed();
      for (const { current } of [page, inspector]) isExpanded ? current?.expand() : current?.collapse();
    },
    /** Gives the page the room of the chart, and the chart that of the page. */
    swapPageAndChart: () => {
      const layout = group.current?.getLayout() ?? {};
      const { [PAGE]: ofPage = 0, [CHART]: ofChart = 0 } = layout;
      group.current?.setLayout({ ...layout, [PAGE]: ofChart, [CHART]: ofPage });
    },
  };
}
