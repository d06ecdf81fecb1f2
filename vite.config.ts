import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
const SIMULATED_CHECKOUT = '/simulator/checkout.js';

/**
 * Two builds from one source: `vite build` makes the static site for any host in `dist/`;
 * `--mode start` makes the one that `npm start` serves, in `.site/`, with payments simulated
 * unless the provider's keys are set.
 */
export default defineConfig(({ mode }) => {
  const local = mode !== 'production';
  const env = loadEnv(mode, process.cwd(), '');
  const simulated = local && !(env.RAZORPAY_KEY_ID && env.RAZORPAY_KEY_SECRET);
  const checkoutScript = env.VITE_CHECKOUT_SCRIPT || (simulated ? SIMULATED_CHECKOUT : RAZORPAY_CHECKOUT);
  return {
    plugins: [react()],
    define: { 'import.meta.env.VITE_CHECKOUT_SCRIPT': JSON.stringify(checkoutScript) },
    build: { outDir: local ? '.site' : 'dist', emptyOutDir: true },
  };
});
