/** Where the page begins in what React writes; before it stands what belongs in the head. */
const PAGE = '<div class="site"';
/** The script that stands in the document as it is built. */
const ENTRY = /<script type="module"[^>]*><\/script>/;
const HEAD_TAG = /<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>/y;

/** Splits what React writes for a page: it puts the tags of the head before the page. */
export function split(html: string): { head: string[]; body: string } {
  const head: string[] = [];
  HEAD_TAG.lastIndex = 0;
  let end = 0;
  for (let found = HEAD_TAG.exec(html); found; found = HEAD_TAG.exec(html)) {
    head.push(found[0]);
    end = HEAD_TAG.lastIndex;
  }
  const body = html.slice(end);
  if (!body.startsWith(PAGE)) throw new Error(`A page begins with something else: ${body.slice(0, 200)}`);
  return { head, body };
}

/** Pictures that are not seen first are found soon enough in the page itself. */
const isWanted = (tag: string) => !/rel="preload" as="image"/.test(tag) || /fetchpriority="high"/i.test(tag);

/** Says that a tag of the head came with the page, for a page that is rendered anew and brings its own. */
const marked = (tag: string) => tag.replace(/^<(title|meta|link|script)/, '<$1 data-prerendered');

type Parts = {
  /** The address of the page. */
  path: string;
  /** What React wrote. */
  html: string;
  /** More tags for its head. */
  tags: readonly string[];
  /** What runs before the page is seen. */
  start: string;
  /** Addresses of the modules that the page needs; the first is run. */
  modules: readonly string[];
};

/** The whole document of a page, made from the built index.html. */
export function documentOf(template: string, { path, html, tags, start, modules }: Parts): string {
  const { head, body } = split(html);
  const all = [
    ...[...head, ...tags].filter(isWanted).map(marked),
    '<link rel="manifest" href="/manifest.webmanifest">',
  ];
  const page = `<div id="root" data-page="${path}">${body}</div>`;
  const withHead = fill(template, '<!--head-->', all.join('\n    '));
  const withPage = fill(withHead, '<div id="root"></div>', page);
  const named = modules.map((file) => `/${file}`).join(' ');
  return fill(withPage, ENTRY, `<script type="module" data-modules="${named}">${start}</script>`);
}

function fill(template: string, place: string | RegExp, text: string): string {
  if (template.split(place).length !== 2) throw new Error(`index.html has not one "${place}".`);
  return template.replace(place, () => text);
}
