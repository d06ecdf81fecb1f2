/** The start of the page in the HTML that React renders; the tags of the head precede it. */
const PAGE_START = '<div class="site"';
/** The entry script of the built index.html. */
const ENTRY_SCRIPT = /<script type="module"[^>]*><\/script>/;
const HEAD_TAG = /<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>/y;

/**
 * Splits the HTML that React renders for a page into the tags of the head, which come first, and the body.
 *
 * @throws Error where anything else precedes the page.
 */
export function splitHead(html: string): { head: string[]; body: string } {
  const head: string[] = [];
  let end = 0;
  for (let found = HEAD_TAG.exec(html); found; found = HEAD_TAG.exec(html)) {
    head.push(found[0]);
    end = HEAD_TAG.lastIndex;
  }
  const body = html.slice(end);
  if (!body.startsWith(PAGE_START))
    throw new Error(`A page does not start with ${PAGE_START}: ${body.slice(0, 200)}`);
  return { head, body };
}

/** Whether the head needs a tag: a preload of an image only where the image has a high priority. */
const isNeededInHead = (tag: string) =>
  !/rel="preload" as="image"/.test(tag) || /fetchpriority="high"/i.test(tag);

/** Marks a tag of the head as prerendered, so that a page that is rendered in the browser can remove it. */
const withPrerenderedMark = (tag: string) =>
  tag.replace(/^<(title|meta|link|script)/, '<$1 data-prerendered');

type DocumentParts = {
  path: string;
  /** The HTML that React rendered. */
  html: string;
  /** More tags for the head. */
  tags: readonly string[];
  /** The inlined script that hydrates the page after its first paint. */
  bootstrapScript: string;
  /** The file names of the modules that the page needs; the first is run. */
  modules: readonly string[];
};

/**
 * The document of a page, made from the built index.html.
 *
 * @throws Error where index.html does not have each placeholder exactly once.
 */
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
