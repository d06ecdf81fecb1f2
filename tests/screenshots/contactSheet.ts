/** Returns the items that have the same key together, in the order in which the keys first occur. */
function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The subject of a picture, its width and its colour scheme. */
export type Screenshot = { group: string; title: string; width: number; scheme: string; file: string };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const thumbnail = ({ title, width, scheme, file }: Screenshot) => `
      <a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" alt="${escapeHtml(title)}, ${width} px, ${scheme}" loading="lazy"></a>`;

const row = (title: string, screenshots: Screenshot[]) => `
    <h3>${escapeHtml(title)}</h3>
    <div>${screenshots.map(thumbnail).join('')}
    </div>`;

/** Returns a page of all pictures: a row for each screen and each state. */
export function contactSheet(screenshots: Screenshot[]): string {
  const body = [...groupBy(screenshots, ({ group }) => group)].map(
    ([group, ofGroup]) => `
  <section>
    <h2>${escapeHtml(group)}</h2>${[...groupBy(ofGroup, ({ title }) => title)]
      .map(([title, ofTitle]) => row(title, ofTitle))
      .join('')}
  </section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen and every state</title>
<style>
  body { margin: 2rem; font: 1rem/1.4 system-ui, sans-serif; background: #e8e6e1; color: #111; }
  h3 { margin: 1rem 0 0.25rem; font-weight: 400; }
  div { display: flex; gap: 0.5rem; overflow-x: auto; align-items: start; }
  img { block-size: 22rem; max-inline-size: 22rem; object-fit: cover; object-position: top; background: #fff; }
</style>
<h1>Every screen and every state</h1>
${body.join('\n')}
</html>
`;
}
