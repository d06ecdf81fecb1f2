import { startInspection } from './startInspection.ts';

startInspection();
