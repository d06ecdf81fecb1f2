import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { prerenderedPath, removePrerenderedHead, useInputReplay } from './browser/hydration.ts';
import { onLinkIntent } from './browser/linkIntent.ts';
import { reportMetrics } from './browser/metrics.ts';
import { pageInspection } from './flows/inspection.ts';
import { Routes } from './routes.tsx';
import { isSamePage, loadPage } from './screens.ts';
import './styles/site.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

const { pathname } = window.location;

function Site() {
  useInputReplay();
  return (
    <StrictMode>
      <BrowserRouter>
        <Routes />
      </BrowserRouter>
    </StrictMode>
  );
}

/** Renders the page where the document has none or another one. */
const render = () => {
  removePrerenderedHead();
  createRoot(root).render(<Site />);
};

/** Hydrates the prerendered page. */
const hydrate = () => startTransition(() => void hydrateRoot(root, <Site />));

const documentPath = prerenderedPath(root);
if (documentPath !== undefined && isSamePage(documentPath, pathname))
  loadPage(pathname).then(pageInspection.isRestarted ? render : hydrate, render);
else render();

// A prefetch that fails is repeated when the link is followed.
onLinkIntent((path) => loadPage(path).catch(() => {}));
reportMetrics();
