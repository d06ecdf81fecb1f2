import { attempt } from './attempt.ts';

/** Opens the browser's own print dialogue for the page as it is. */
export const printPage = (): void => attempt(() => window.print());
