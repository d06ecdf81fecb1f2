import type { Plugin } from 'vite';

/** A build plugin that prints a warning when the build is complete. */
export function finalWarning(message: string): Plugin {
  let warn = (_message: string): void => {};
  return {
    name: 'final-warning',
    apply: 'build',
    enforce: 'post',
    configResolved({ logger }) {
      warn = (text) => logger.warn(text);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        warn(`\n${message}`);
      },
    },
  };
}
