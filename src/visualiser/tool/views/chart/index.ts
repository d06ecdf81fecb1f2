export { Chart } from './Chart.tsx';
export { ChartPicture } from './ChartPicture.tsx';
export { Outline } from './Outline.tsx';
