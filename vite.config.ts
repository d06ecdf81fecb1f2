import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
const SIMULATED_CHECKOUT = '/simulator/checkout.js';

const production = (entry: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${entry}.mjs`, import.meta.url));

/**
 * Two builds from one source: `vite build` makes the static site for any host in `dist/`;
 * `--mode start` makes the one that `npm start` serves, in `.site/`, with payments simulated
 * unless the provider's keys are set.
 */
export default defineConfig(({ command, mode }) => {
  const local = mode !== 'production';
  const env = loadEnv(mode, process.cwd(), '');
  // The server reads the keys from the environment alone, so they count only there.
  const simulated = local && !(process.env.RAZORPAY_KEY_ID && process.env.RAZORPAY_KEY_SECRET);
  const checkoutScript = env.VITE_CHECKOUT_SCRIPT || (simulated ? SIMULATED_CHECKOUT : RAZORPAY_CHECKOUT);
  return {
    plugins: [react()],
    define: {
      'import.meta.env.VITE_VISUALISER': JSON.stringify(local || process.env.VISUALISER === '1'),
      'import.meta.env.VITE_CHECKOUT_SCRIPT': JSON.stringify(checkoutScript),
      'import.meta.env.VITE_METRICS_URL': JSON.stringify(env.VITE_METRICS_URL ?? ''),
    },
    // The package names its development build wherever it is not told otherwise.
    resolve: {
      alias:
        command === 'build'
          ? [
              { find: /^react-router$/, replacement: production('index') },
              { find: /^react-router\/dom$/, replacement: production('dom-export') },
            ]
          : [],
    },
    build: {
      outDir: local ? '.site' : 'dist',
      emptyOutDir: true,
      // Two years back: light-dark() and nesting stay as written.
      cssTarget: ['chrome131', 'safari18.1', 'firefox132'],
    },
  };
});
