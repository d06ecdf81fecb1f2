import { expect } from 'vitest';
import { readFiles, readFocus, readForm } from '../../../src/browser/readPage.ts';
import type { Microstep } from '../../../src/visualiser/shared/microsteps.ts';
import { mayBeEmpty } from '../../support/nonEmpty.ts';
import type { ScreenDriver } from '../pageDriver.ts';
import { findFlowRoot, flowRoot, withinFlow } from './flowRoot.ts';

/** Returns the document with the values of its fields as attributes, which HTML otherwise lacks. */
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

/** Reads what React has rendered of a flow, and records the transitions that it takes. */
export function domScreen(flow: string): ScreenDriver & { close: () => void } {
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
