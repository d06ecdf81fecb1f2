import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { securityFilesPlugin } from './server/http/hostFiles.ts';
import { compressedFiles } from './src/prerender/compressedFiles.ts';
import { prerenderedPages } from './src/prerender/prerenderPlugin.ts';
import { unusedPackageCode } from './src/prerender/unusedPackageCode.ts';
import { visualiserDocuments } from './src/visualiser/documents.ts';

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
const SIMULATED_CHECKOUT = '/simulator/checkout.js';

/** What every page needs of other people's code. */
const VENDOR_MODULES =
  /node_modules\/(react|react-dom|scheduler|react-router(-dom)?|xstate|@xstate\/react|use-[a-z-]+)\/|rolldown\/runtime/;

/** What of our own code is shared by many pages, but for what only a kind of page needs. */
const COMMON_MODULES = /\/(src|machines)\/(?!.*([Pp]olic|visualiser|paths))/;

/** The origin that absolute addresses begin with; the site has a default for none. */
function parseOrigin(given = ''): string {
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
  const isLocal = mode !== 'production';
  const hasVisualiser = isLocal || process.env.VISUALISER === '1';
  const env = loadEnv(mode, process.cwd(), '');
  // The server reads the keys from the environment alone, so they count only there.
  const isSimulated = isLocal && !(process.env.RAZORPAY_KEY_ID && process.env.RAZORPAY_KEY_SECRET);
  const checkoutScript = env.VITE_CHECKOUT_SCRIPT || (isSimulated ? SIMULATED_CHECKOUT : RAZORPAY_CHECKOUT);
  const calls = [env.VITE_API_HOST, env.VITE_METRICS_URL]
    .filter((address) => address && URL.canParse(address))
    .map((address) => new URL(String(address)).origin);
  return {
    plugins: [
      react(),
      unusedPackageCode(hasVisualiser),
      hasVisualiser && visualiserDocuments(),
      prerenderedPages(hasVisualiser ? ['/visualiser'] : []),
      compressedFiles(),
      securityFilesPlugin(isLocal ? 'served' : 'static', { checkoutScript, connectOrigins: calls }),
    ],
    define: {
      'import.meta.env.VITE_VISUALISER': JSON.stringify(hasVisualiser),
      'import.meta.env.VITE_CHECKOUT_SCRIPT': JSON.stringify(checkoutScript),
      'import.meta.env.VITE_SITE_ORIGIN': JSON.stringify(parseOrigin(env.SITE_ORIGIN)),
      'import.meta.env.VITE_METRICS_URL': JSON.stringify(env.VITE_METRICS_URL ?? ''),
    },
    build: {
      outDir: isLocal ? '.site' : 'dist',
      emptyOutDir: true,
      // The documents name the modules that they need themselves.
      modulePreload: false,
      rolldownOptions: {
        input: { main: 'index.html' },
        output: {
          codeSplitting: {
            groups: [
              { name: 'vendor', test: VENDOR_MODULES, priority: 2 },
              { name: 'common', test: COMMON_MODULES, minShareCount: 4, priority: 1 },
            ],
          },
        },
      },
      // Two years back: light-dark() and nesting stay as written.
      cssTarget: ['chrome131', 'safari18.1', 'firefox132'],
    },
  };
});
