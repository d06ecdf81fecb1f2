import axe from 'axe-core';

/** The guidelines that the site keeps, by the tags of axe. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the violations that axe finds on the page as it is now, outside frames: a sentence for each element. */
export async function violationsOfPage(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: TAGS,
    iframes: false,
    resultTypes: ['violations'],
    preload: false,
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${help} (${id}): ${target.join(' ')}`),
  );
}
