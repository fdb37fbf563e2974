export { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
export { type Catalogue, createCatalogue } from './catalogue.js';
export { CREDENTIAL_PLACEHOLDER, CREDENTIAL_SECRET } from './credential.js';
export { feedCount } from './feed-count.js';
export { parseProvider } from './parse-provider.js';
export { ProviderError } from './provider-error.js';
export type { FlowKind, Provider, ProviderFeed, ProviderFlow, ProviderIndex, ProviderIndexSource, ProviderOperation } from './provider.js';
export { carriesCredential, type ProviderRoute, routeUrl, selectsAsCatalogue } from './route.js';
