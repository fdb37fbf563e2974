import { type Static, Type } from '@sinclair/typebox';
import { ApiConfigSchema } from './api-config.js';
import { closed, hexOf, integer } from './fields.js';
import { CombineSchema } from './subject-members.js';

/** Identifier of a provider, as a segment of a URL path. */
export const ProviderIdText = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', description: 'as `GET /v1/providers` lists it' });

const FlowKind = Type.Union([Type.Literal('api_key'), Type.Literal('x402')], {
  description: 'how its routes are paid for: by a key, or for each request',
});

const Operation = Type.Object(
  {
    id: Type.String(),
    assetClass: Type.String({ description: 'such as crypto, fx, weather' }),
    path: Type.String({ description: 'follows baseUrl and pathPrefix; :symbol stands for a symbol' }),
    body: Type.Optional(Type.String({ description: 'sent with POST; then it has :symbol' })),
    symbolExample: Type.String(),
  },
  { ...closed, description: 'a route that the gateway acts on' },
);

const Credential = Type.Object(
  {
    mode: Type.Union([Type.Literal('none'), Type.Literal('caller'), Type.Literal('sponsored')], {
      description: 'none; caller: seal your own as the secret `key`; sponsored: the gateway brings its own where you bring none',
    }),
    header: Type.Optional(Type.String({ description: 'header that carries it' })),
    query: Type.Optional(Type.String({ description: 'or the parameter that does' })),
  },
  closed,
);

const Payment = Type.Object(
  {
    scheme: Type.Literal('exact'),
    version: integer('x402 version'),
    network: Type.String({ description: 'CAIP-2 network id' }),
    asset: Type.String({ description: 'address of the token that is paid in' }),
    assetName: Type.String(),
    paymentModes: Type.Array(Type.Literal('per_node'), { description: 'one payment for each eligible node' }),
    catalogUrl: Type.String({ description: 'what the provider sells, and its prices' }),
  },
  closed,
);

/** Members by which a feed is shown and found. */
const shown = {
  unit: Type.String({ description: 'what one is, such as USD, °C or %' }),
  displayDecimals: integer('fractional digits that people are shown'),
  names: Type.Array(Type.String(), { description: 'what people type to find it, in lower case' }),
};

const Feed = Type.Object(
  {
    id: Type.String({ description: 'the same id in two flows is the same data' }),
    title: Type.String(),
    ...shown,
    operation: Type.String({ description: 'id of its operation' }),
    symbol: Type.String(),
    sourceId: hexOf(32),
    apiConfig: ApiConfigSchema,
  },
  closed,
);

const Flow = Type.Object(
  {
    kind: FlowKind,
    baseUrl: Type.String(),
    pathPrefix: Type.Optional(Type.String()),
    credential: Credential,
    x402: Type.Optional(Payment),
    spacingMs: Type.Optional(integer('milliseconds between two nodes of a round')),
    feeds: Type.Array(Feed),
  },
  closed,
);

const IndexSource = Type.Object(
  {
    origin: Type.String({ description: 'of the URL of each source that it describes' }),
    name: Type.String(),
    docsUrl: Type.String(),
    termsUrl: Type.String({ description: 'terms under which it lets its data be used' }),
    disclosure: Type.String({ description: 'what its number is' }),
  },
  closed,
);

const Index = Type.Object(
  {
    id: Type.String({ description: 'distinct from the ids of feeds' }),
    title: Type.String(),
    ...shown,
    sourceId: hexOf(32),
    apiConfigs: Type.Array(ApiConfigSchema),
    combine: CombineSchema,
  },
  { ...closed, description: 'a request takes its `apiConfigs` and `combine` as they are' },
);

const name = { id: ProviderIdText, name: Type.String(), description: Type.String() };

/** One of `GET /v1/providers` (docs/api.md#get-v1providers). */
export const ProviderListItem = Type.Object(
  {
    ...name,
    flows: Type.Array(FlowKind, { description: 'the access flows that this gateway serves' }),
    feedCount: integer('distinct feeds over these flows, and indices'),
  },
  closed,
);

/** `GET /v1/providers/{providerId}` (docs/api.md#get-v1providers). */
export const ProviderDetail = Type.Object(
  {
    ...name,
    docsUrl: Type.String({ description: 'documentation of its routes' }),
    termsUrl: Type.String({ description: 'terms under which it lets its data be used' }),
    disclosure: Type.String({ description: 'how a value from it must be described to its users' }),
    redistribution: Type.Union([Type.Literal('allowed'), Type.Literal('attribution'), Type.Literal('forbidden'), Type.Literal('unknown')], {
      description: 'what its terms say of passing its values on; unknown: they do not say',
    }),
    aggregation: Type.Object(
      {
        mode: Type.Union([Type.Literal('exact'), Type.Literal('tolerance')]),
        minSignatures: integer('smallest quorum that makes sense'),
        reason: Type.String(),
      },
      { ...closed, description: 'mode and quorum that fit its feeds' },
    ),
    operations: Type.Array(Operation),
    flows: Type.Array(Flow, { description: 'the access flows that this gateway serves' }),
    sources: Type.Optional(Type.Array(IndexSource, { description: 'where its indices take their numbers, with the terms of each' })),
    indices: Type.Optional(Type.Array(Index, { description: 'its indices, each of at least three origins' })),
  },
  closed,
);

export type ProviderListItem = Static<typeof ProviderListItem>;
export type ProviderDetail = Static<typeof ProviderDetail>;
