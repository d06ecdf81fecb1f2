import { expect } from 'vitest';
import { visualiserViewCases } from '../../machines/visualiserView/visualiserView.cases.ts';
import {
  panels,
  previewSizes,
  type ViewContext,
} from '../../machines/visualiserView/visualiserView.machine.ts';
import { defineDriver } from './driver.ts';
import { firstOf, movedTo } from './focus.ts';
import type { Hands } from './hands.ts';

const tabs = {
  events: 'Events',
  environment: 'Environment',
  paths: 'Paths',
  coverage: 'Coverage',
  recording: 'Recording',
  log: 'Log',
} as const;

const buttons = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop', tab: 'Another tab' } as const;

const pressTab = (name: string) => (hands: Hands) => hands.press(name, 'tab');
const pressButton = (name: string) => (hands: Hands) => hands.press(name);

const expectPressed = async (hands: Hands, name: string, isPressed: boolean) =>
  expect(await hands.attribute('button', name, 'aria-pressed'), name).toBe(`${isPressed}`);

export const visualiserViewDriver = defineDriver(visualiserViewCases, {
  page: '/visualiser/scholarshipTerms',
  events: {
    'panel.events': pressTab(tabs.events),
    'panel.environment': pressTab(tabs.environment),
    'panel.paths': pressTab(tabs.paths),
    'panel.coverage': pressTab(tabs.coverage),
    'panel.recording': pressTab(tabs.recording),
    'panel.log': pressTab(tabs.log),
    'preview.phone': pressButton(buttons.phone),
    'preview.tablet': pressButton(buttons.tablet),
    'preview.desktop': pressButton(buttons.desktop),
    'preview.tab': pressButton(buttons.tab),
    chartChosen: pressButton('Chart'),
    outlineChosen: pressButton('Outline'),
    valuesToggled: pressButton('Show typed values'),
    actionsToggled: pressButton('Actions'),
  },
  outcomes: {},
  focus: firstOf(
    ...panels.map((panel) => movedTo(`visualiser-panel-tab-${panel}`, `panel.${panel}`)),
    ...previewSizes.map((width) => movedTo(`button ${buttons[width]}`, `preview.${width}`)),
    movedTo('button Chart', 'chartChosen'),
    movedTo('button Outline', 'outlineChosen'),
    movedTo('button Show typed values', 'valuesToggled'),
    movedTo('button Actions', 'actionsToggled'),
  ),
  states: Object.fromEntries(
    panels.flatMap((panel) =>
      previewSizes.map((width) => [
        `panel.${panel} | preview.${width}`,
        async (hands, snapshot) => {
          const { isOutline, areValuesShown, areActionsShown }: ViewContext = snapshot.context;
          await hands.seesChosen(tabs[panel]);
          for (const choice of previewSizes) await expectPressed(hands, buttons[choice], choice === width);
          await expectPressed(hands, 'Chart', !isOutline);
          await expectPressed(hands, 'Outline', isOutline);
          await expectPressed(hands, 'Show typed values', areValuesShown);
          await expectPressed(hands, 'Actions', areActionsShown);
        },
      ]),
    ),
  ),
});
