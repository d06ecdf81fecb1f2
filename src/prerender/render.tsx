import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { Routes } from '../routes.tsx';
import { loadPage } from '../screens.ts';

export { headTagsFor } from './headTags.ts';
export { notFoundDocuments, pagePaths } from './pagePaths.ts';
export { rootFiles } from './rootFiles.ts';

/**
 * Renders the page at a path to HTML, with the tags of its head first.
 *
 * @throws The first error that React reports.
 */
export async function render(path: string): Promise<string> {
  await loadPage(path);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <Routes />
      </StaticRouter>
    </StrictMode>,
    { onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}
