import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import { RenderFailure } from './parts/RenderFailure.tsx';
import { Visualiser } from './Visualiser.tsx';

/**
 * Renders the visualiser into an element. The router uses no transitions, because the selection is in the address and
 * must have changed before the next key is pressed.
 */
export function mount(element: Element): void {
  createRoot(element).render(
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
}
