import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { type SocialImageName, socialImagePath, socialImages } from '../../src/prerender/socialImages.ts';
import { launchOptions } from '../support/chromium.ts';

/**
 * Draws the pictures for links to the site, 1200 × 630 pixels, from the site's own drawings and fonts, into
 * `public/`. The name on them is that of `VITE_SITE_NAME`. Run it when words, drawings or the name change.
 */

const pathInProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const dataUrlOf = (path: string, type: string) =>
  `data:${type};base64,${readFileSync(pathInProject(path), 'base64')}`;
const drawing = (name: string) => dataUrlOf(`src/illustrations/${name}.svg`, 'image/svg+xml');
const font = (name: string) => dataUrlOf(`src/styles/fonts/${name}-latin.woff2`, 'font/woff2');

const SITE_NAME = process.env.VITE_SITE_NAME?.trim() || 'Future Ready Academy';

const style = `
  @font-face { font-family: Eczar; src: url(${font('eczar')}); font-weight: 400 800; }
  @font-face { font-family: Anek; src: url(${font('anek')}); font-weight: 400 700; }
  body { margin: 0; inline-size: 1200px; block-size: 630px; background: #fbf6ea; color: #1a2247;
    display: grid; grid-template-columns: 660px 540px; grid-template-rows: 1fr auto; overflow: hidden; }
  h1 { margin: 0; padding: 72px 48px 0 72px; font: 650 76px/1.08 Eczar; text-wrap: balance; }
  p { margin: 0; padding: 0 48px 64px 72px; display: flex; align-items: center; gap: 20px; font: 600 34px/1 Anek; }
  p img { inline-size: 72px; }
  figure { margin: 0; grid-column: 2; grid-row: 1 / 3; display: grid; place-items: center; background: #fde9bf;
    border-inline-start: 12px solid #f2a31b; }
  figure img { max-inline-size: 100%; inline-size: 460px; }
  figure img.wide { inline-size: 100%; block-size: 630px; object-fit: cover; }
`;

const html = (name: SocialImageName) => {
  const { text, illustration } = socialImages[name];
  const isWide = /^(hero|post)-/.test(illustration);
  return `<!doctype html><style>${style}</style>
    <h1>${text}</h1><p><img src="${drawing('emblem')}">${SITE_NAME}</p>
    <figure><img src="${drawing(illustration)}" class="${isWide ? 'wide' : ''}"></figure>`;
};

mkdirSync(pathInProject('public/social'), { recursive: true });
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const name of Object.keys(socialImages).filter(
  (each): each is SocialImageName => each in socialImages,
)) {
  await page.setContent(html(name));
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ type: 'png' });
  writeFileSync(pathInProject(`public${socialImagePath(name)}`), picture);
  console.log(`${socialImagePath(name)}: ${Math.round(picture.length / 1000)} kB`);
}
await browser.close();
