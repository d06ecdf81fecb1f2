import axe from 'axe-core';
import { GUIDELINES } from '../../shared/findings/index.ts';

/** The axe violations of the current page, outside frames: a sentence for each element. */
export async function violationsOfPage(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: GUIDELINES,
    iframes: false,
    resultTypes: ['violations'],
    preload: false,
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${help} (${id}): ${target.join(' ')}`),
  );
}
