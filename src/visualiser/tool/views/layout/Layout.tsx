import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { CHART, PAGE, type Panes } from '../../commands/panes.ts';
import { textStorage } from '../../storage/browserStorage.ts';

/** The sizes of the regions in pixels at first: in a large window, and in that of a small laptop. */
const SIZES = {
  large: { page: 404, inspector: 380, timeline: 200 },
  small: { page: 360, inspector: 352, timeline: 132 },
};

/** The least height of a large window. */
const LARGE = 860;

type Props = { panes: Panes; page: ReactNode; chart: ReactNode; inspector: ReactNode; timeline: ReactNode };

/** Page, chart and inspector side by side above the timeline. The browser keeps the sizes that somebody has chosen. */
export function Layout({ panes, page, chart, inspector, timeline }: Props) {
  const sizes = SIZES[window.innerHeight >= LARGE ? 'large' : 'small'];
  const saved = { storage: textStorage, onlySaveAfterUserInteractions: true };
  const rows = useDefaultLayout({ id: 'visualiser-rows', ...saved });
  const columns = useDefaultLayout({ id: 'visualiser-columns', ...saved });
  const style = { overflow: 'hidden' };
  const fixed = { groupResizeBehavior: 'preserve-pixel-size', collapsible: true, style } as const;
  return (
    <Group id="rows" orientation="vertical" className="layout-rows" {...rows}>
      <Panel id="regions" minSize="30%" style={style}>
        <Group
          id="columns"
          className="layout-columns"
          style={{ overflow: 'auto hidden' }}
          groupRef={panes.group}
          {...columns}
        >
          <Panel id={PAGE} panelRef={panes.page} defaultSize={sizes.page} minSize={200} {...fixed}>
            {page}
          </Panel>
          <Separator className="separator" aria-label="Width of the page" />
          <Panel id={CHART} minSize={240} style={style}>
            {chart}
          </Panel>
          <Separator className="separator" aria-label="Width of the inspector" />
          <Panel
            id="inspector-pane"
            panelRef={panes.inspector}
            defaultSize={sizes.inspector}
            minSize={240}
            {...fixed}
          >
            {inspector}
          </Panel>
        </Group>
      </Panel>
      <Separator className="separator is-row" aria-label="Height of the timeline" />
      <Panel id="timeline-pane" defaultSize={sizes.timeline} minSize={40} {...fixed}>
        {timeline}
      </Panel>
    </Group>
  );
}
