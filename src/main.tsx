import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { dropPrerenderedHead, prerenderedPage, useTakeOver } from './browser/hydration.ts';
import { reportMetrics } from './browser/metrics.ts';
import { onIntent } from './browser/prefetch.ts';
import { Routes } from './routes.tsx';
import { isSamePage, loadPage } from './screens/screens.ts';
import { isRestarted, isVisualiser } from './visualiser/seam/door.ts';
import './styles/site.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

const { pathname } = window.location;

function Site() {
  useTakeOver();
  return (
    <StrictMode>
      <BrowserRouter>
        <Routes />
      </BrowserRouter>
    </StrictMode>
  );
}

/** Renders the page where the document has none, or not the one that is asked for. */
const render = () => {
  dropPrerenderedHead();
  createRoot(root).render(<Site />);
};

/** Takes over the page that the document came with. */
const hydrate = () => hydrateRoot(root, <Site />);

const takeOver = import.meta.env.VITE_VISUALISER && isRestarted() ? render : hydrate;

const page = prerenderedPage(root);
if (import.meta.env.VITE_VISUALISER && isVisualiser())
  import('./visualiser/mount.tsx').then(({ mount }) => mount(root));
else if (page !== undefined && isSamePage(page, pathname)) loadPage(pathname).then(takeOver, render);
else render();

// What does not come ahead is asked for again when the link is followed.
onIntent((path) => loadPage(path).catch(() => {}));
reportMetrics();
