import { act, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { readFiles, readFocus, readForm } from '../../../src/browser/readPage.ts';
import { documentProblems } from '../../../src/visualiser/shared/findings/index.ts';
import type { Microstep } from '../../../src/visualiser/shared/microsteps.ts';
import { mayBeEmpty } from '../../support/nonEmpty.ts';
import type { ScreenDriver, UserDriver } from '../pageDriver.ts';
import { settle } from './domEnvironment.ts';

/** Null where nothing renders the flow. */
const findFlowRoot = (flow: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-flow="${flow}"]`);

/**
 * The element that renders a flow.
 * @throws where nothing renders it.
 */
function flowRoot(flow: string): HTMLElement {
  const element = findFlowRoot(flow);
  if (!element) throw new Error(`nothing on the page renders the flow "${flow}"`);
  return element;
}

const withinFlow = (flow: string) => within(flowRoot(flow));

/** The document with the values of its fields as attributes, which HTML otherwise lacks. */
function documentWithValues(): string {
  const copy = document.createElement('html');
  copy.innerHTML = document.documentElement.innerHTML;
  const controls = document.documentElement.querySelectorAll('input, textarea');
  for (const [index, control] of copy.querySelectorAll('input, textarea').entries()) {
    const original = controls[index];
    if (original instanceof HTMLInputElement && original.checked) control.setAttribute('checked', '');
    if (original instanceof HTMLInputElement) control.setAttribute('value', original.value);
    else if (original instanceof HTMLTextAreaElement) control.textContent = original.value;
  }
  for (const script of copy.querySelectorAll('script, link')) script.remove();
  return `<!doctype html>${copy.outerHTML}`;
}

const isVisible = (element: HTMLElement) => element.closest('[hidden], [style*="display: none"]') === null;

/** Reads the rendered content of a flow, and records the transitions that it takes. */
export function domScreen(flow: string, incidents: readonly string[]): ScreenDriver & { close: () => void } {
  const taken: string[] = [];
  const recordMicrostep = ({ detail }: CustomEvent<Microstep>) => {
    if (detail.flow === flow) taken.push(...detail.transitions);
  };
  window.addEventListener('microstep', recordMicrostep);

  return {
    expectText: async (text) => {
      const found = withinFlow(flow).getAllByText(text);
      expect(found.find((element) => isVisible(element)) ?? found[0]).toBeVisible();
    },
    expectNoText: async (text) => {
      for (const found of mayBeEmpty(withinFlow(flow).queryAllByText(text))) expect(found).not.toBeVisible();
    },
    expectButton: async (name, { isEnabled }) => {
      const button = withinFlow(flow).getByRole('button', { name });
      if (isEnabled) expect(button).toBeEnabled();
      else expect(button).toBeDisabled();
    },
    expectSelectedTab: async (name) => {
      const selected = withinFlow(flow).getAllByRole('tab', { selected: true });
      expect(selected.map(({ textContent }) => textContent)).toEqual([name]);
    },
    expectFocus: async (element) => {
      const found = readFocus(document.documentElement);
      if (element === null) expect(found, 'what has the focus').not.toBe('');
      else expect(found, 'what has the focus').toBe(element);
    },
    expectState: async (state) => {
      expect(flowRoot(flow).dataset.state).toBe(state);
    },
    documentProblems: async () => documentProblems(),
    incidents: () => incidents,
    attribute: async (role, name, attribute) =>
      withinFlow(flow).getByRole(role, { name }).getAttribute(attribute),
    formValues: async () => readForm(flowRoot(flow)),
    fileNames: async () => readFiles(flowRoot(flow)),
    dialogTitle: async () => flowRoot(flow).querySelector('dialog[open] h2')?.textContent ?? null,
    focusedElement: async () => readFocus(document.documentElement),
    state: async () => findFlowRoot(flow)?.dataset.state ?? null,
    picture: async () => documentWithValues(),
    takenTransitions: async () => taken,
    close: () => window.removeEventListener('microstep', recordMicrostep),
  };
}

/** Acts on a flow with Testing Library's user-event. */
export function domUser(flow: string): UserDriver {
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const labelled = <Control extends HTMLElement>(label: string | RegExp) =>
    withinFlow(flow).getByLabelText<Control>(label);

  return {
    fill: async (label, text) => {
      const control = labelled<HTMLInputElement>(label);
      if (control.readOnly) return false;
      await user.clear(control);
      if (text !== '') {
        await user.click(control);
        await user.paste(text);
      }
      await settle();
      return true;
    },
    selectOption: async (label, option) => {
      const control = labelled<HTMLSelectElement>(label);
      if (control.value !== option) await user.selectOptions(control, option);
    },
    setChecked: async (label, isChecked) => {
      const box = labelled<HTMLInputElement>(label);
      if (box.checked !== isChecked) await user.click(box);
    },
    upload: async (label, fileName, content = '%PDF-1.4') => {
      const files = fileName === null ? [] : [new File([content], fileName)];
      await user.upload(labelled<HTMLInputElement>(label), files);
      await settle();
    },
    press: async (name, role = 'button', article) => {
      const queries = withinFlow(flow);
      const scope = article === undefined ? queries : within(queries.getByRole('article', { name: article }));
      await user.click(scope.getByRole(role, { name }));
      await settle();
    },
    pressTwice: async (name) => {
      await user.dblClick(withinFlow(flow).getByRole('button', { name }));
      await settle();
    },
    point: async (name) => {
      await user.click(withinFlow(flow).getByRole('button', { name }));
      await settle();
    },
    pressKey: async (key) => {
      await user.keyboard(`{${key}}`);
      // A browser closes its dialog by itself.
      if (key === 'Escape')
        await act(async () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close());
      await settle();
    },
    hover: async () => {
      await user.hover(flowRoot(flow));
      await settle();
    },
    unhover: async () => {
      await user.unhover(flowRoot(flow));
      await settle();
    },
    focus: async (name, role = 'button') => {
      await act(async () => withinFlow(flow).getByRole(role, { name }).focus());
      await settle();
    },
    blur: async () => {
      await act(async () => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await settle();
    },
  };
}
