// Settings of the page, which Vite writes into the bundle.
interface ImportMetaEnv {
  readonly VITE_API_URL: string; // with the version segment
  readonly VITE_PUBLISHABLE_KEY: string; // read-only, and for pages of this origin alone
  readonly VITE_MOCK: string; // not empty: the SDK's mock answers instead of a service
}
