import { startInspection } from './startInspection.ts';

startInspection();

const script = document.querySelector<HTMLElement>('script[data-modules]');
const [first, main] = script?.dataset.modules?.split(' ') ?? [];
// Where it was loaded in place of the module that starts the page, that one is the next.
if (main && first && import.meta.url.endsWith(first)) import(/* @vite-ignore */ main);
