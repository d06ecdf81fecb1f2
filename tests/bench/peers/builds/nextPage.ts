import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadEnv } from 'vite';
import { installedProject, runInProject } from './project.ts';
import {
  BROWSERS,
  copyAssets,
  copyStyles,
  installedVersion,
  replaceIn,
  root,
  writeFiles,
} from './sources.ts';

/** The newest on 2026-11-23. */
export const NEXT_VERSION = '16.4.6';

const packages = () => ({
  next: NEXT_VERSION,
  ...Object.fromEntries(
    ['react', 'react-dom', 'xstate', '@xstate/react'].map((name) => [name, installedVersion(name)]),
  ),
});

/** The components with state, which Next.js sends to the browser; it renders the others on the server alone. */
const CLIENT_COMPONENTS = [
  'components/CallBack.tsx',
  'components/FaqAccordion.tsx',
  'components/Header.tsx',
  'components/NewsletterForm.tsx',
  'screens/home/HeroSlideshow.tsx',
];

const ENVIRONMENT_READERS = ['content/site.ts', 'browser/service.ts', 'browser/metrics.ts'];

const CONFIG = `import { fileURLToPath } from 'node:url';
export default {
  output: 'export',
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
};
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    allowImportingTsExtensions: true,
    noEmit: true,
    isolatedModules: true,
    esModuleInterop: true,
    skipLibCheck: true,
    paths: { 'react-router-dom': ['./router.ts'] },
  },
  include: ['app'],
};

/** What the components take from the router, by the router of Next.js. */
const ROUTER = `'use client';
import { usePathname } from 'next/navigation';
export const useLocation = () => ({ key: 'default', pathname: usePathname(), hash: '' });
export const useNavigationType = () => 'PUSH';
`;

/** Prefetches nothing, because the other pages are not there. */
const SITE_LINK = `'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
export function SiteLink({ href, className, marksCurrentPage = false, children }) {
  const pathname = usePathname();
  return (
    <Link
      href={href}
      prefetch={false}
      className={className}
      aria-current={marksCurrentPage && pathname === href ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}
`;

const PAGE = `export { HomeScreen as default } from '../src/screens/home/HomeScreen.tsx';
`;

const layoutOf = (
  headTags: readonly string[],
  structuredData: string,
) => `import { Layout } from '../src/components/Layout.tsx';
import '../src/styles/site.css';
const structuredData = ${JSON.stringify(structuredData)};
const notice = (
  <div id="route-notice" className="route-notice" tabIndex={-1}>
    <p role="status" className="route-progress"></p>
    <div role="alert" className="route-failure"></div>
  </div>
);
export default ({ children }) => (
  <html lang="en-IN">
    <head>
      ${headTags.join('\n      ')}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
    </head>
    <body>
      <div className="site">
        <Layout notice={notice}>{children}</Layout>
      </div>
    </body>
  </html>
);
`;

/** What Next.js, React or the components write into the head themselves. */
const WRITTEN_BY_OTHERS =
  /charset=|name="(viewport|description)"|rel="(canonical|stylesheet|modulepreload)"|as="image"/;

/** Returns the layout with the head of a document of the site. */
function layoutFor(document: string): string {
  const [head = ''] = document.split('</head>');
  const tags = [...head.matchAll(/<(?:meta|link)\b[^>]*>/g)].map(([tag]) =>
    tag
      .replace(' data-prerendered', '')
      .replace(/ crossorigin\b/, ' crossOrigin=""')
      .replace(/\s*\/?>$/, ' />'),
  );
  const data = /<script[^>]*application\/ld\+json">([\s\S]*?)<\/script>/.exec(head)?.[1] ?? '';
  return layoutOf(
    tags.filter((tag) => !WRITTEN_BY_OTHERS.test(tag)),
    data,
  );
}

/** Copies the sources of the site, and makes them independent of Vite and of its router. */
async function copySources(project: string, assets: ReadonlyMap<string, string>): Promise<void> {
  const source = join(project, 'src');
  await cp(join(root, 'machines'), join(project, 'machines'), { recursive: true });
  for (const name of ['browser', 'components', 'content', 'flows', 'illustrations', 'screens'])
    await cp(join(root, 'src', name), join(source, name), { recursive: true });
  await copyStyles(join(source, 'styles'), assets);
  const pictures = (await readdir(join(source, 'illustrations'))).filter((name) => name.endsWith('.svg'));
  const urls = Object.fromEntries(pictures.map((name) => [`./${name}`, assets.get(name)]));
  await replaceIn(join(source, 'illustrations/Illustration.tsx'), (code) =>
    code.replace(/import\.meta\.glob<string>\(.*\)/, JSON.stringify(urls)),
  );
  const env = loadEnv('production', root);
  for (const name of ENVIRONMENT_READERS)
    await replaceIn(join(source, name), (code) =>
      code.replaceAll(/import\.meta\.env\.(\w+)/g, (_, variable: string) =>
        JSON.stringify(env[variable] ?? ''),
      ),
    );
  for (const name of CLIENT_COMPONENTS)
    await replaceIn(join(source, name), (code) => `'use client';\n${code}`);
  await writeFiles(project, { 'router.ts': ROUTER, 'src/components/SiteLink.tsx': SITE_LINK });
}

/**
 * Builds the home page as a static page of Next.js, with the components, the machines and the styles of the site, and the
 * pictures and fonts of a built one.
 *
 * @throws NotInstalledError where Next.js cannot be installed.
 */
export async function buildNextPage(site: string, folder: string): Promise<void> {
  const project = installedProject('next', packages(), BROWSERS);
  for (const name of ['src', 'machines', 'public', 'app', 'out', '.next'])
    await rm(join(project, name), { recursive: true, force: true });
  await copySources(project, await copyAssets(site, join(project, 'public')));
  await writeFiles(project, {
    'next.config.mjs': CONFIG,
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'app/layout.tsx': layoutFor(await readFile(join(site, 'index.html'), 'utf8')),
    'app/page.tsx': PAGE,
  });
  runInProject(project, 'next', 'build');
  await cp(join(project, 'out'), folder, { recursive: true });
}
