import { describe, expect, test } from 'vitest';
import { buildDocument, splitHead } from '../../../src/prerender/document.ts';

/** The document of a page: what React renders, in the built index.html. */

const PAGE = '<div class="site"><p>About</p></div>';

describe('splitHead', () => {
  test('the tags of the head are those before the page', () => {
    const tags = [
      '<title>About &amp; more</title>',
      '<meta name="description" content="Who we are"/>',
      '<link rel="canonical" href="https://academy.test/about"/>',
    ];
    const page = `<div class="site"><title>Not of the head</title></div>`;
    expect(splitHead(`${tags.join('')}${page}`)).toEqual({ head: tags, body: page });
    expect(splitHead(PAGE)).toEqual({ head: [], body: PAGE });
  });

  test('an empty title is one, and a second page is split as the first', () => {
    const head = ['<title></title>'];
    for (const html of [`${head}${PAGE}`, `${head}${PAGE}`] as const)
      expect(splitHead(html)).toEqual({ head, body: PAGE });
  });

  test.each([
    'text',
    '<metadata>',
    '<p>',
    '<script></script>',
    '<div class="other">',
    '<title><b></b></title>',
  ])('anything else before the page is an error, with its beginning: %s', (before) => {
    const html = `${before}${PAGE}`;
    expect(() => splitHead(`<title>A</title>${html}`)).toThrow(
      `A page does not start with <div class="site": ${html}`,
    );
  });

  test('of a long page the error has 200 characters', () => {
    const long = 'x'.repeat(300);
    expect(() => splitHead(long)).toThrow(
      new Error(`A page does not start with <div class="site": ${'x'.repeat(200)}`),
    );
  });
});

const TEMPLATE = `<!doctype html>
<html><head>
    <!--head-->
    <script type="module" crossorigin src="/assets/main.js"></script>
</head><body><div id="root"></div></body></html>`;

const parts = {
  path: '/about',
  html: PAGE,
  tags: [],
  bootstrapScript: 'start()',
  modules: ['assets/main.js'],
};

describe('buildDocument', () => {
  test('has the head, the page and the script in place of what index.html has', () => {
    const document = buildDocument(TEMPLATE, {
      ...parts,
      html: `<title>About</title><meta name="a" content="1"/>${PAGE}`,
      tags: ['<script type="application/ld+json">{}</script>', '<link rel="b">'],
      modules: ['assets/main.js', 'assets/about.js'],
    });
    expect(document).toBe(`<!doctype html>
<html><head>
    <title data-prerendered>About</title>
    <meta data-prerendered name="a" content="1"/>
    <script data-prerendered type="application/ld+json">{}</script>
    <link data-prerendered rel="b">
    <link rel="manifest" href="/manifest.webmanifest">
    <script type="module" data-modules="/assets/main.js /assets/about.js">start()</script>
</head><body><div id="root" data-page="/about">${PAGE}</div></body></html>`);
  });

  test('a tag is marked once, at its own name', () => {
    const tags = ['<meta content="&lt;title"><title>', 'a <meta>', '<style>'];
    const document = buildDocument(TEMPLATE, { ...parts, tags });
    expect(document).toContain(
      '    <meta data-prerendered content="&lt;title"><title>\n    a <meta>\n    <style>\n',
    );
  });

  test('only an image with a high priority is preloaded', () => {
    const preload = (attributes: string) => `<link rel="preload" as="image" href="/a.svg"${attributes}/>`;
    const [high, low, none] = [' fetchPriority="high"', ' fetchPriority="low"', ''].map(preload);
    const font = '<link rel="preload" as="font" href="/a.woff2"/>';
    const document = buildDocument(TEMPLATE, { ...parts, html: `${high}${low}${none}${font}${PAGE}` });
    const links = [...document.matchAll(/<link data-prerendered (.*)\/>/g)].map(
      ([, attributes]) => attributes,
    );
    expect(links).toEqual([
      'rel="preload" as="image" href="/a.svg" fetchPriority="high"',
      'rel="preload" as="font" href="/a.woff2"',
    ]);
  });

  test('what is filled in is taken as it is', () => {
    const bootstrapScript = "replace('$&', '$1', '$`')";
    const html = '<div class="site">$& costs $$</div>';
    const document = buildDocument(TEMPLATE, { ...parts, html, bootstrapScript });
    expect(document).toContain(html);
    expect(document).toContain(`>${bootstrapScript}</script>`);
  });

  test.each([
    ['<!--head-->', '<!--head-->'],
    ['<div id="root"></div>', '<div id="root"></div>'],
    ['<script type="module" crossorigin src="/assets/main.js"></script>', '<script type="module"'],
  ])('each placeholder is there exactly once: %s', (placeholder, named) => {
    const message = `index.html has not one "`;
    for (const template of [
      TEMPLATE.replace(placeholder, ''),
      TEMPLATE.replace(placeholder, `${placeholder}${placeholder}`),
    ] as const)
      expect(() => buildDocument(template, parts)).toThrow(message);
    expect(() => buildDocument(TEMPLATE.replace(placeholder, ''), parts)).toThrow(named);
  });

  test.each(['<script type="module"></script>', '<script type="module" src="/a.js"></script>'])(
    'the entry script is %s',
    (script) => {
      const template = TEMPLATE.replace(/<script.*<\/script>/, script);
      expect(buildDocument(template, parts)).toContain('data-modules="/assets/main.js">start()</script>');
    },
  );
});
