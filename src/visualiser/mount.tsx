import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Visualiser } from './Visualiser.tsx';

/**
 * Renders the visualiser into an element. The router uses no transitions, because the selection is in the address and
 * must have changed before the next key is pressed.
 */
export function mount(element: Element): void {
  createRoot(element).render(
    <StrictMode>
      <BrowserRouter useTransitions={false}>
        <Visualiser />
      </BrowserRouter>
    </StrictMode>,
  );
}
