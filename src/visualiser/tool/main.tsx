import '../../styles/site.css';
import { reportMicrosteps } from '../shared/microsteps.ts';
import { mount } from './mount.tsx';

// The flows of the visualiser cannot be paused, and no other visualiser shows them.
reportMicrosteps();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root".');
mount(root);
