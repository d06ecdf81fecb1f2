import { expect } from 'vitest';
import { firstOf, movedTo } from '../../machines/checks/focus.ts';
import { visualiserViewCases } from '../../machines/visualiser/visualiserView/visualiserView.cases.ts';
import {
  inspectorTabs,
  previewSizes,
  type ViewContext,
} from '../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';

const tabs = { now: 'Now', test: 'Test', compare: 'Compare' } as const;

const widths = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop', tab: 'Another tab' } as const;

const pressTab =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name, 'tab');
const selectWidth =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.selectOption('Device', name);

/** The commands of the palette that toggle the options. */
const commands: Readonly<Record<Exclude<keyof ViewContext, 'watch'>, RegExp>> = {
  isOutline: /^(List the states in an outline|Draw the chart)$/,
  areValuesShown: /typed values$/,
  areActionsShown: /the actions on the chart$/,
  areKeysOn: /^Switch single keys/,
};

export const visualiserViewDriver = defineDriver(visualiserViewCases, {
  page: '/visualiser/scholarshipTerms',
  events: {
    'inspector.now': pressTab(tabs.now),
    'inspector.test': pressTab(tabs.test),
    'inspector.compare': pressTab(tabs.compare),
    'preview.phone': selectWidth(widths.phone),
    'preview.tablet': selectWidth(widths.tablet),
    'preview.desktop': selectWidth(widths.desktop),
    'preview.tab': selectWidth(widths.tab),
    optionToggled: async ({ user }, { option }) => {
      await user.press('Ctrl-K');
      await user.press(commands[option], 'option');
    },
    watched: async ({ user }) => {
      await user.press('Ctrl-K');
      await user.press('Stop when a value changes', 'option');
    },
    laneToggled: ({ user }) => user.press('Lane'),
    watchEnded: ({ user }) => user.press('Watch nothing'),
  },
  // On the way to an option the keyboard chooses the first one.
  multiEventTypes: previewSizes.map((width) => `preview.${width}` as const),
  outcomes: {},
  focus: firstOf(
    ...inspectorTabs.map((tab) => movedTo(`inspector-tabs-tab-${tab}`, `inspector.${tab}`)),
    movedTo('page-device', ...previewSizes.map((width) => `preview.${width}`)),
    movedTo('button Ctrl-K', 'optionToggled'),
    movedTo('watched-expression', 'watched'),
    movedTo('button Lane', 'laneToggled'),
    movedTo('inspector', 'watchEnded'),
  ),
  states: Object.fromEntries(
    inspectorTabs.flatMap((tab) =>
      previewSizes.map((width) => [
        `inspector.${tab} | preview.${width}`,
        async ({ screen }, snapshot) => {
          const { isOutline, watch }: ViewContext = snapshot.context;
          await screen.expectSelectedTab(tabs[tab]);
          expect((await screen.formValues()).device).toBe(width);
          await (watch
            ? screen.expectText('Stop when it changes')
            : screen.expectNoText('Stop when it changes'));
          await (isOutline ? screen.expectNoText('Fit') : screen.expectText('Fit'));
        },
      ]),
    ),
  ),
});
