import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { preparedLayouts } from './chart/index.ts';
import { flowWithId } from './flowModels.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import { RenderFailure } from './parts/RenderFailure.tsx';
import { Visualiser } from './Visualiser.tsx';

/** Requests the layouts of the chart that the address names, which then are there when the chart is rendered. */
function requestLayouts(): void {
  const [, , id = ''] = window.location.pathname.split('/');
  const flow = flowWithId(id);
  if (flow) void preparedLayouts(flow.machine.id);
}

/**
 * Renders the visualiser into an element. The router uses no transitions, because the selection is in the address and
 * must have changed before the next key is pressed.
 */
export function mount(element: Element): void {
  requestLayouts();
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
