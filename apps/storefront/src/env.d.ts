// Settings of the page, which Vite reads from the environment and writes into the bundle.
interface ImportMetaEnv {
  /** URL of the service with its version segment. */
  readonly VITE_API_URL: string;
  /** A key that may be in a bundle: read-only, and bound to the origin of this page. */
  readonly VITE_PUBLISHABLE_KEY: string;
  /** Set: the page has the SDK's mock instead of a service. */
  readonly VITE_MOCK?: string;
}
