import {
  inspectorTabs,
  previewSizes,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { VisualiserFlows } from '../flows/visualiserFlows.ts';

const TAB_NAMES = { now: 'Now', test: 'Test', compare: 'Compare' };
const SIZE_NAMES = { phone: 'a phone', tablet: 'a tablet', desktop: 'a desktop', tab: 'another tab' };

/** The commands for the view of a flow, and for the network and translation of its page. */
export const viewCommands = ({ view, environment }: VisualiserFlows) => {
  const { network, isTranslated } = environment.snapshot.context.settings;
  return [
    ...inspectorTabs.map((tab) => ({
      name: `Show the tab ${TAB_NAMES[tab]}`,
      act: () => view.send({ type: `inspector.${tab}` }),
    })),
    ...previewSizes.map((size) => ({
      name: `Show the page in ${SIZE_NAMES[size]}`,
      act: () => view.send({ type: `preview.${size}` }),
    })),
    ...(['normal', 'slow', 'lost'] as const).map((choice) => ({
      name: `Set a ${choice} network`,
      act: network === choice ? null : () => environment.send({ type: 'set', settings: { network: choice } }),
    })),
    {
      name: isTranslated ? 'Show the page as it was written' : 'Translate the page',
      act: () => environment.send({ type: 'set', settings: { isTranslated: !isTranslated } }),
    },
  ];
};
