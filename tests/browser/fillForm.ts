import type { Locator } from 'playwright-core';
import type { FormValues } from '../../machines/checks/checks.types.ts';

/** Fills in the form below an element, by the names of its controls; a boolean is for a checkbox. */
export async function fillForm(root: Locator, values: Readonly<FormValues>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = root.locator(`form [name="${name}"]`);
    if (typeof value === 'boolean') await control.setChecked(value);
    else if (await control.evaluate((element) => element instanceof HTMLSelectElement))
      await control.selectOption(value);
    else await control.fill(value);
  }
}
