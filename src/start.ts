import { notePresses } from './browser/early.ts';
import { fetchModules, whenShown } from './browser/quiet.ts';
import './styles/site.css';

// The page stands in the document: it is shown first, and comes to life then.
notePresses();
whenShown().then(() => {
  fetchModules();
  return import('./main.tsx');
});
