import { act, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserDriver } from '../pageDriver.ts';
import { flowRoot, withinFlow } from './flowRoot.ts';
import { settle } from './settle.ts';

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
