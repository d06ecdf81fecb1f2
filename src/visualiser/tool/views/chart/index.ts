export { Chart } from './Chart.tsx';
export { Outline } from './Outline.tsx';
