import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { HYDRATED, HYDRATING } from './browser/beforeHydration.ts';
import { prerenderedPath, removePrerenderedHead, useHydrated } from './browser/hydration.ts';
import { reportMetrics } from './browser/metrics.ts';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { pageInspection } from './flows/inspection.ts';
import { recoveryFrom } from './flows/recovery.ts';
import { Routes } from './routes.tsx';
import { isPageOf, loadPage } from './screens.ts';
import './styles/site.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

const { pathname } = window.location;

function Site({ onCommit }: { onCommit: () => void }) {
  useHydrated(onCommit);
  return (
    <StrictMode>
      <BrowserRouter>
        <ErrorBoundary recoveryFrom={recoveryFrom}>
          <Routes />
        </ErrorBoundary>
      </BrowserRouter>
    </StrictMode>
  );
}

/** Renders the page where the document has none or another one. */
const render = () => {
  removePrerenderedHead();
  createRoot(root).render(<Site onCommit={() => {}} />);
};

/**
 * Hydrates the prerendered page. An update in the commit makes React run all effects in the same task; in a later one, the
 * actors would start after the visitor has used the controls.
 */
const hydrate = () => {
  window.dispatchEvent(new Event(HYDRATING));
  startTransition(() => {
    const site = <Site onCommit={() => hydrated.render(site)} />;
    const hydrated = hydrateRoot(root, site);
  });
};

const documentPath = prerenderedPath(root);
if (documentPath !== undefined && isPageOf(documentPath, pathname))
  loadPage(pathname).then(pageInspection.isRestarted ? render : hydrate, render);
else render();

window.addEventListener(
  HYDRATED,
  () => {
    import('./browser/prefetch.ts').then(
      ({ prefetchLinksInSight }) => prefetchLinksInSight(loadPage),
      // Pages are loaded without it too, when their links are followed.
      () => {},
    );
  },
  { once: true },
);
reportMetrics();
