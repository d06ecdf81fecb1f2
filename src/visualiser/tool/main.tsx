import '../../styles/site.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { reportMicrosteps } from '../shared/microsteps.ts';
import { loadTestResults } from './model/testRuns.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import { RenderFailure } from './parts/RenderFailure.tsx';
import { Visualiser } from './Visualiser.tsx';

// The flows of the visualiser cannot be paused, and no other visualiser shows them.
reportMicrosteps();

await loadTestResults();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root".');

// Without transitions: the selection is in the address, and must have changed before the next key is pressed.
createRoot(root).render(
  <StrictMode>
    <BrowserRouter useTransitions={false}>
      <ErrorBoundary
        fallback={(error) => (
          <div className="visualiser">
            <RenderFailure
              error={error}
              action="Load the visualiser again"
              onAction={() => window.location.reload()}
            />
          </div>
        )}
      >
        <Visualiser />
      </ErrorBoundary>
    </BrowserRouter>
  </StrictMode>,
);
