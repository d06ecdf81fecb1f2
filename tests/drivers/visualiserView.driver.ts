import { expect } from 'vitest';
import { firstOf, movedTo } from '../../machines/checks/focus.ts';
import { visualiserViewCases } from '../../machines/visualiser/visualiserView/visualiserView.cases.ts';
import {
  inspectorTabs,
  previewSizes,
  type ViewContext,
} from '../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver, ScreenDriver } from './pageDriver.ts';

const tabs = { now: 'Now', test: 'Test', compare: 'Compare' } as const;

const buttons = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop', tab: 'Another tab' } as const;

const pressTab =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name, 'tab');
const pressButton =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name);

/** The commands of the palette that toggle the options. */
const commands: Readonly<Record<keyof ViewContext, RegExp>> = {
  isOutline: /^(List the states in an outline|Draw the chart)$/,
  areValuesShown: /typed values$/,
  areActionsShown: /the actions on the chart$/,
  areKeysOn: /^Switch single keys/,
};

const expectPressed = async (screen: ScreenDriver, name: string, isPressed: boolean) =>
  expect(await screen.attribute('button', name, 'aria-pressed'), name).toBe(`${isPressed}`);

export const visualiserViewDriver = defineDriver(visualiserViewCases, {
  page: '/visualiser/scholarshipTerms',
  events: {
    'inspector.now': pressTab(tabs.now),
    'inspector.test': pressTab(tabs.test),
    'inspector.compare': pressTab(tabs.compare),
    'preview.phone': pressButton(buttons.phone),
    'preview.tablet': pressButton(buttons.tablet),
    'preview.desktop': pressButton(buttons.desktop),
    'preview.tab': pressButton(buttons.tab),
    optionToggled: async ({ user }, { option }) => {
      await user.press('Ctrl-K');
      await user.press(commands[option], 'option');
    },
  },
  outcomes: {},
  focus: firstOf(
    ...inspectorTabs.map((tab) => movedTo(`inspector-tabs-tab-${tab}`, `inspector.${tab}`)),
    ...previewSizes.map((width) => movedTo(`button ${buttons[width]}`, `preview.${width}`)),
    movedTo('button Ctrl-K', 'optionToggled'),
  ),
  states: Object.fromEntries(
    inspectorTabs.flatMap((tab) =>
      previewSizes.map((width) => [
        `inspector.${tab} | preview.${width}`,
        async ({ screen }, snapshot) => {
          const { isOutline }: ViewContext = snapshot.context;
          await screen.expectSelectedTab(tabs[tab]);
          for (const choice of previewSizes) await expectPressed(screen, buttons[choice], choice === width);
          await (isOutline ? screen.expectNoText('Fit') : screen.expectText('Fit'));
        },
      ]),
    ),
  ),
});
