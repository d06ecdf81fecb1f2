/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the hosted service answers; empty for the same origin. */
  readonly VITE_API_HOST?: string;
  /** The payment provider's checkout script; set by vite.config.ts. */
  readonly VITE_CHECKOUT_SCRIPT: string;
  /** Where web-performance metrics are sent; without it none are taken. Set by vite.config.ts. */
  readonly VITE_METRICS_URL: string;
  /** Whether the build has the visualiser; set by vite.config.ts. */
  readonly VITE_VISUALISER?: boolean;
  /** The origin of the built site, for absolute addresses. Set by vite.config.ts from SITE_ORIGIN. */
  readonly VITE_SITE_ORIGIN?: string;
  readonly VITE_SITE_NAME?: string;
  readonly VITE_PHONE?: string;
  readonly VITE_EMAIL?: string;
  readonly VITE_CHAT_NUMBER?: string;
}
