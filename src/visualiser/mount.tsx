import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Visualiser } from './Visualiser.tsx';

/**
 * Shows the visualiser in an element. What is selected stands in the address, and must have changed before the next
 * key is pressed: hence no transitions.
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
