import { CHANNEL, TAB_KEY } from '../shared/channel/names.ts';
import { isFramed, readFromTab } from './instrumentation/tab.ts';

// Inlined in the documents of the site, so that a page loads the instrumentation only where it is watched.

const instrumentation = import.meta.env.VITE_INSTRUMENTATION;

if (isFramed() || readFromTab(TAB_KEY)) {
  const script = document.querySelector<HTMLScriptElement>('script[data-modules]');
  // It runs before the module that starts the page, which is the last.
  if (script) script.dataset.modules = `${instrumentation} ${script.dataset.modules}`;
} else {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (!/^(hello|ping)$/.test(data?.type)) return;
    channel.close();
    void import(/* @vite-ignore */ instrumentation);
  };
}
