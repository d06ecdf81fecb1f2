/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The origin of the hosted service; empty where it is that of the site. */
  readonly VITE_API_HOST?: string;
  /** The URL that web-performance metrics are sent to; empty where none are measured. Set by vite.config.ts. */
  readonly VITE_METRICS_URL: string;
  /** The commit or version that is built. Set by vite.config.ts, where the build has the visualiser. */
  readonly VITE_BUILD_VERSION?: string;
  /** The folder of the sources; empty where the site is built for another host. Set as VITE_BUILD_VERSION. */
  readonly VITE_SOURCE_ROOT?: string;
  /** The address of the visualiser's instrumentation. Set by src/visualiser/build/vitePlugins.ts for its own scripts. */
  readonly VITE_INSTRUMENTATION: string;
  /** The origin of the built site, for absolute URLs. Set by vite.config.ts from SITE_ORIGIN. */
  readonly VITE_SITE_ORIGIN?: string;
  readonly VITE_SITE_NAME?: string;
  readonly VITE_PHONE?: string;
  readonly VITE_EMAIL?: string;
  readonly VITE_CHAT_NUMBER?: string;
  readonly VITE_FOUNDER?: string;
  readonly VITE_POSTAL_ADDRESS?: string;
  readonly VITE_REGISTRATION_NUMBER?: string;
  readonly VITE_OFFICE_HOURS?: string;
  readonly VITE_LANGUAGES?: string;
  readonly VITE_SCHOLARSHIP_DEADLINE?: string;
}
