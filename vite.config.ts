import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { securityFiles } from './server/http/hostFiles.ts';
import { compressedFiles } from './src/prerender/compressed.ts';
import { leanPackages } from './src/prerender/lean.ts';
import { prerenderedPages } from './src/prerender/plugin.ts';
import { visualiserDocuments } from './src/visualiser/documents.ts';

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
const SIMULATED_CHECKOUT = '/simulator/checkout.js';

/** What every page needs of other people's code. */
const PACKAGES =
  /node_modules\/(react|react-dom|scheduler|react-router(-dom)?|xstate|@xstate\/react|use-[a-z-]+)\/|rolldown\/runtime/;

/** What of our own code is shared by many pages, but for what only a kind of page needs. */
const EVERYWHERE = /\/(src|machines)\/(?!.*([Pp]olic|visualiser|paths))/;

/** The origin that absolute addresses begin with; the site has a default for none. */
function originOf(given = ''): string {
  if (given === '') return '';
  if (!URL.canParse(given)) throw new Error(`SITE_ORIGIN is no address: ${given}`);
  return new URL(given).origin;
}

/**
 * Two builds from one source: `vite build` makes the static site for any host in `dist/`;
 * `--mode start` makes the one that `npm start` serves, in `.site/`, with payments simulated
 * unless the provider's keys are set.
 */
export default defineConfig(({ mode }) => {
  const local = mode !== 'production';
  const hasVisualiser = local || process.env.VISUALISER === '1';
  const env = loadEnv(mode, process.cwd(), '');
  // The server reads the keys from the environment alone, so they count only there.
  const simulated = local && !(process.env.RAZORPAY_KEY_ID && process.env.RAZORPAY_KEY_SECRET);
  const checkoutScript = env.VITE_CHECKOUT_SCRIPT || (simulated ? SIMULATED_CHECKOUT : RAZORPAY_CHECKOUT);
  const calls = [env.VITE_API_HOST, env.VITE_METRICS_URL]
    .filter((address) => address && URL.canParse(address))
    .map((address) => new URL(String(address)).origin);
  return {
    plugins: [
      react(),
      leanPackages(hasVisualiser),
      hasVisualiser && visualiserDocuments(),
      prerenderedPages(hasVisualiser ? ['/visualiser'] : []),
      compressedFiles(),
      securityFiles(local ? 'served' : 'static', { checkoutScript, calls }),
    ],
    define: {
      'import.meta.env.VITE_VISUALISER': JSON.stringify(hasVisualiser),
      'import.meta.env.VITE_CHECKOUT_SCRIPT': JSON.stringify(checkoutScript),
      'import.meta.env.VITE_SITE_ORIGIN': JSON.stringify(originOf(env.SITE_ORIGIN)),
      'import.meta.env.VITE_METRICS_URL': JSON.stringify(env.VITE_METRICS_URL ?? ''),
    },
    build: {
      outDir: local ? '.site' : 'dist',
      emptyOutDir: true,
      // The documents name the modules that they need themselves.
      modulePreload: false,
      rolldownOptions: {
        input: { main: 'index.html' },
        output: {
          codeSplitting: {
            groups: [
              { name: 'vendor', test: PACKAGES, priority: 2 },
              { name: 'common', test: EVERYWHERE, minShareCount: 4, priority: 1 },
            ],
          },
        },
      },
      // Two years back: light-dark() and nesting stay as written.
      cssTarget: ['chrome131', 'safari18.1', 'firefox132'],
    },
  };
});
