import { expect } from 'vitest';
import { visualiserViewCases } from '../../machines/visualiserView/visualiserView.cases.ts';
import { panels, type ViewContext, widths } from '../../machines/visualiserView/visualiserView.machine.ts';
import { defineDriver } from './driver.ts';
import { either, on } from './focus.ts';
import type { Hands } from './hands.ts';

const tabs = {
  events: 'Events',
  world: 'World',
  paths: 'Paths',
  coverage: 'Coverage',
  recording: 'Recording',
  log: 'Log',
} as const;

const buttons = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop', tab: 'Another tab' } as const;

const tab = (name: string) => (hands: Hands) => hands.press(name, 'tab');
const press = (name: string) => (hands: Hands) => hands.press(name);

const pressed = async (hands: Hands, name: string, isPressed: boolean) =>
  expect(await hands.attribute('button', name, 'aria-pressed'), name).toBe(`${isPressed}`);

export const visualiserViewDriver = defineDriver(visualiserViewCases, {
  page: '/visualiser/scholarshipTerms',
  events: {
    'panel.events': tab(tabs.events),
    'panel.world': tab(tabs.world),
    'panel.paths': tab(tabs.paths),
    'panel.coverage': tab(tabs.coverage),
    'panel.recording': tab(tabs.recording),
    'panel.log': tab(tabs.log),
    'beside.phone': press(buttons.phone),
    'beside.tablet': press(buttons.tablet),
    'beside.desktop': press(buttons.desktop),
    'beside.tab': press(buttons.tab),
    chartChosen: press('Chart'),
    outlineChosen: press('Outline'),
    valuesToggled: press('Show typed values'),
    actionsToggled: press('Actions'),
  },
  outcomes: {},
  focus: either(
    ...panels.map((panel) => on(`visualiser-panel-tab-${panel}`, `panel.${panel}`)),
    ...widths.map((width) => on(`button ${buttons[width]}`, `beside.${width}`)),
    on('button Chart', 'chartChosen'),
    on('button Outline', 'outlineChosen'),
    on('button Show typed values', 'valuesToggled'),
    on('button Actions', 'actionsToggled'),
  ),
  states: Object.fromEntries(
    panels.flatMap((panel) =>
      widths.map((width) => [
        `panel.${panel} | beside.${width}`,
        async (hands, snapshot) => {
          const { isOutline, areValuesShown, areActionsShown }: ViewContext = snapshot.context;
          await hands.seesChosen(tabs[panel]);
          for (const choice of widths) await pressed(hands, buttons[choice], choice === width);
          await pressed(hands, 'Chart', !isOutline);
          await pressed(hands, 'Outline', isOutline);
          await pressed(hands, 'Show typed values', areValuesShown);
          await pressed(hands, 'Actions', areActionsShown);
        },
      ]),
    ),
  ),
});
