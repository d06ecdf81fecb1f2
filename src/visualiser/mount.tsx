import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Visualiser } from './Visualiser.tsx';

/** Shows the visualiser in an element. */
export function mount(element: Element): void {
  createRoot(element).render(
    <StrictMode>
      <BrowserRouter>
        <Visualiser />
      </BrowserRouter>
    </StrictMode>,
  );
}
