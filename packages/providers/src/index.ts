export { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
export { type Catalogue, createCatalogue } from './catalogue.js';
export { checkAnswers } from './check-answers.js';
export { CREDENTIAL_PLACEHOLDER, CREDENTIAL_SECRET } from './credential.js';
export { feedCount } from './feed-count.js';
export { checkProvider, parseProvider, type ProviderCheck } from './parse-provider.js';
export { parseAnswers, type FeedAnswer, type FeedAnswers } from './feed-answers.js';
export { ProviderError } from './provider-error.js';
export {
  type FlowKind,
  type Provider,
  type ProviderFeed,
  type ProviderFlow,
  type ProviderIndex,
  type ProviderIndexSource,
  type ProviderOperation,
  ProviderSchema,
} from './provider.js';
export { carriesCredential, type ProviderRoute, routeRequest, selectsAsCatalogue } from './route.js';
