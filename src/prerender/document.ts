/** The start of the page in the HTML that React renders; the tags of the head precede it. */
const PAGE_START = '<div class="site"';
/** The script that stands in the document as it is built. */
const ENTRY_SCRIPT = /<script type="module"[^>]*><\/script>/;
const HEAD_TAG = /<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>/y;

/** Splits what React writes for a page: it puts the tags of the head before the page. */
export function splitHead(html: string): { head: string[]; body: string } {
  const head: string[] = [];
  HEAD_TAG.lastIndex = 0;
  let end = 0;
  for (let found = HEAD_TAG.exec(html); found; found = HEAD_TAG.exec(html)) {
    head.push(found[0]);
    end = HEAD_TAG.lastIndex;
  }
  const body = html.slice(end);
  if (!body.startsWith(PAGE_START))
    throw new Error(`A page begins with something else: ${body.slice(0, 200)}`);
  return { head, body };
}

/** Pictures that are not seen first are found soon enough in the page itself. */
const isNeededInHead = (tag: string) =>
  !/rel="preload" as="image"/.test(tag) || /fetchpriority="high"/i.test(tag);

/** Says that a tag of the head came with the page, for a page that is rendered anew and brings its own. */
const withPrerenderedMark = (tag: string) =>
  tag.replace(/^<(title|meta|link|script)/, '<$1 data-prerendered');

type DocumentParts = {
  /** The address of the page. */
  path: string;
  /** What React wrote. */
  html: string;
  /** More tags for its head. */
  tags: readonly string[];
  /** What runs before the page is seen. */
  bootstrapScript: string;
  /** Addresses of the modules that the page needs; the first is run. */
  modules: readonly string[];
};

/** The whole document of a page, made from the built index.html. */
export function buildDocument(
  template: string,
  { path, html, tags, bootstrapScript, modules }: DocumentParts,
): string {
  const { head, body } = splitHead(html);
  const headTags = [
    ...[...head, ...tags].filter(isNeededInHead).map(withPrerenderedMark),
    '<link rel="manifest" href="/manifest.webmanifest">',
  ];
  const page = `<div id="root" data-page="${path}">${body}</div>`;
  const withHead = replaceOnce(template, '<!--head-->', headTags.join('\n    '));
  const withPage = replaceOnce(withHead, '<div id="root"></div>', page);
  const moduleUrls = modules.map((file) => `/${file}`).join(' ');
  return replaceOnce(
    withPage,
    ENTRY_SCRIPT,
    `<script type="module" data-modules="${moduleUrls}">${bootstrapScript}</script>`,
  );
}

function replaceOnce(template: string, placeholder: string | RegExp, text: string): string {
  if (template.split(placeholder).length !== 2) throw new Error(`index.html has not one "${placeholder}".`);
  return template.replace(placeholder, () => text);
}
