import { expect } from 'vitest';
import { firstOf, movedTo } from '../../machines/checks/focus.ts';
import { visualiserViewCases } from '../../machines/visualiser/visualiserView/visualiserView.cases.ts';
import {
  panels,
  previewSizes,
  type ViewContext,
} from '../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver, ScreenDriver } from './pageDriver.ts';

const tabs = {
  events: 'Events',
  environment: 'Environment',
  paths: 'Paths',
  coverage: 'Coverage',
  recording: 'Recording',
  log: 'Log',
  sequence: 'Sequence',
  changes: 'Changes',
} as const;

const buttons = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop', tab: 'Another tab' } as const;

const pressTab =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name, 'tab');
const pressButton =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name);

/** Presses a button that says whether something is shown, and expects that it says otherwise. */
const toggle =
  (name: string) =>
  async ({ screen, user }: PageDriver) => {
    const isPressed = (await screen.attribute('button', name, 'aria-pressed')) === 'true';
    await user.press(name);
    await expectPressed(screen, name, !isPressed);
  };

/** Chooses between the chart and its outline. */
const choose =
  (chosen: 'Chart' | 'Outline') =>
  async ({ screen, user }: PageDriver) => {
    await user.press(chosen);
    for (const name of ['Chart', 'Outline']) await expectPressed(screen, name, name === chosen);
  };

/** Moves a line between two parts to one of its ends. */
const moveSplitter =
  (name: string) =>
  async ({ user }: PageDriver, _: object, to: string) => {
    await user.focus(name, 'separator');
    await user.pressKey(to === 'to the most' ? 'End' : 'Home');
  };

const expectPressed = async (screen: ScreenDriver, name: string, isPressed: boolean) =>
  expect(await screen.attribute('button', name, 'aria-pressed'), name).toBe(`${isPressed}`);

export const visualiserViewDriver = defineDriver(visualiserViewCases, {
  page: '/visualiser/scholarshipTerms',
  events: {
    'panel.events': pressTab(tabs.events),
    'panel.environment': pressTab(tabs.environment),
    'panel.paths': pressTab(tabs.paths),
    'panel.coverage': pressTab(tabs.coverage),
    'panel.recording': pressTab(tabs.recording),
    'panel.log': pressTab(tabs.log),
    'panel.sequence': pressTab(tabs.sequence),
    'panel.changes': pressTab(tabs.changes),
    'preview.phone': pressButton(buttons.phone),
    'preview.tablet': pressButton(buttons.tablet),
    'preview.desktop': pressButton(buttons.desktop),
    'preview.tab': pressButton(buttons.tab),
    chartChosen: choose('Chart'),
    outlineChosen: choose('Outline'),
    valuesToggled: toggle('Show typed values'),
    actionsToggled: toggle('Actions'),
    panelsToggled: pressButton('Panels'),
    pageToggled: pressButton('Page'),
    keysToggled: pressButton('Keys'),
    hintToggled: pressButton('About this panel'),
    sideResized: moveSplitter('Width of page and panels'),
    pageResized: moveSplitter('Height of the page'),
  },
  outcomes: {},
  focus: firstOf(
    ...panels.map((panel) => movedTo(`visualiser-panel-tab-${panel}`, `panel.${panel}`)),
    ...previewSizes.map((width) => movedTo(`button ${buttons[width]}`, `preview.${width}`)),
    movedTo('button Chart', 'chartChosen'),
    movedTo('button Outline', 'outlineChosen'),
    movedTo('button Show typed values', 'valuesToggled'),
    movedTo('button Actions', 'actionsToggled'),
    movedTo('button Panels', 'panelsToggled'),
    movedTo('button Page', 'pageToggled'),
    movedTo('button Keys', 'keysToggled'),
    movedTo('button About this panel', 'hintToggled'),
  ),
  states: Object.fromEntries(
    panels.flatMap((panel) =>
      previewSizes.map((width) => [
        `panel.${panel} | preview.${width}`,
        async ({ screen }, snapshot) => {
          const context: ViewContext = snapshot.context;
          const { arePanelsShown, isPageShown } = context;
          if (arePanelsShown) await screen.expectSelectedTab(tabs[panel]);
          if (isPageShown)
            for (const choice of previewSizes) await expectPressed(screen, buttons[choice], choice === width);
          await expectPressed(screen, 'Panels', arePanelsShown);
          await expectPressed(screen, 'Page', isPageShown);
        },
      ]),
    ),
  ),
});
