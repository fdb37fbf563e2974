import type { ApiConfig, Combine } from '@oracle-gateway/protocol';
import { type Static, type TString, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const MAX_TEXT_CHARS = 1_000;
const MAX_ENTRIES = 256;

function sentence(description: string): TString {
  return Type.String({ minLength: 1, maxLength: MAX_TEXT_CHARS, title: `a text of 1 to ${MAX_TEXT_CHARS} characters`, description });
}

function name(description: string): TString {
  return Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
    title: 'a name of a-z, 0-9, _ and -, of at most 64 characters',
    description,
  });
}

function webPage(description: string): TString {
  return Type.String({ pattern: '^https://[^/?#@\\s]+(/\\S*)?$', maxLength: 2_048, title: 'an https URL', description });
}

const Symbol = Type.String({
  pattern: '^[A-Za-z0-9._/-]{1,64}$',
  title: '1 to 64 characters of A-Z, a-z, 0-9, ., _, / and -',
  description: 'what stands in the place of :symbol',
});

/** Members by which a feed is shown and found. */
const shown = {
  unit: Type.String({
    minLength: 1,
    maxLength: 32,
    title: 'a text of 1 to 32 characters',
    description: 'what one is, such as USD, °C or %',
  }),
  displayDecimals: Type.Integer({ minimum: 0, maximum: 18, description: 'fractional digits that people are shown' }),
  names: Type.Array(
    Type.String({ pattern: '^[a-z0-9](?:[a-z0-9 .&-]{0,30}[a-z0-9])?$', title: 'words of a-z, 0-9, ., & and -, of at most 32 characters' }),
    { minItems: 1, maxItems: 12, uniqueItems: true, description: 'what people type to find it, in lower case' },
  ),
};

const AggregationAdvice = Type.Object(
  {
    mode: Type.Union([Type.Literal('exact'), Type.Literal('tolerance')], { description: 'mode of all its feeds' }),
    minSignatures: Type.Integer({ minimum: 1, maximum: 64, description: 'smallest quorum that makes sense' }),
    reason: sentence('why'),
  },
  closed,
);

const Operation = Type.Object(
  {
    id: name('names it among the operations'),
    assetClass: name('such as crypto, fx, weather'),
    path: Type.String({
      pattern: '^/(?:[A-Za-z0-9\\-._~:/?[\\]@!$&()*+,;=]|%[0-9A-Fa-f]{2})*$',
      maxLength: 1_024,
      title: 'a path, with a query or without, in the characters of RFC 3986',
      description: 'follows baseUrl and pathPrefix; holds :symbol once, unless body does',
    }),
    body: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 1_024,
        title: 'a JSON text',
        description: 'sent with POST, where it is set; holds :symbol once',
      }),
    ),
    symbolExample: Symbol,
  },
  closed,
);

const Credential = Type.Object(
  {
    mode: Type.Union([Type.Literal('none'), Type.Literal('caller')], {
      description: 'none: the flow needs no credential; caller: the caller brings one',
    }),
    header: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$",
        title: 'an RFC 9110 field name',
        description: 'the header that is its place',
      }),
    ),
    query: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._~-]{1,64}$',
        title: '1 to 64 characters of A-Z, a-z, 0-9, ., _, ~ and -',
        description: 'in place of `header` the parameter of the query, which follows the path of the operation',
      }),
    ),
  },
  closed,
);

const Payment = Type.Object(
  {
    scheme: Type.Literal('exact'),
    version: Type.Integer({ minimum: 1, maximum: 2, description: 'x402 version' }),
    network: Type.String({ pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$', title: 'a CAIP-2 network id' }),
    asset: sentence('address of the token that is paid in'),
    assetName: sentence('its name'),
    paymentModes: Type.Array(Type.Literal('per_node'), { minItems: 1, maxItems: 1, description: 'one payment for each eligible node' }),
    catalogUrl: webPage('where the provider lists what it sells, and at which price'),
  },
  closed,
);

const Feed = Type.Object(
  {
    id: name('names it among the feeds of its flow; the same id in another flow is the same data'),
    title: sentence('for people'),
    ...shown,
    operation: name('id of its operation'),
    symbol: Symbol,
    sourceId: Type.String({ pattern: '^0x[0-9a-f]{64}$', title: '32 bytes in lower-case hex with 0x' }),
    apiConfig: Type.Unknown({ description: 'what a round of this feed is asked with (docs/protocol.md#apiconfig)' }),
  },
  closed,
);

const Flow = Type.Object(
  {
    kind: Type.Union([Type.Literal('api_key'), Type.Literal('x402')], {
      description: 'how its routes are paid for; keyless ones are api_key',
    }),
    baseUrl: Type.String({
      pattern: '^https?://[^/?#@\\s]+(/[^/?#\\s]+)*$',
      maxLength: 1_024,
      title: 'an http or https URL without a query and without a slash at its end',
    }),
    pathPrefix: Type.Optional(Type.String({ pattern: '^(/[^/?#\\s]+)+$', maxLength: 256, title: 'a path without a slash at its end' })),
    credential: Credential,
    x402: Type.Optional(Payment),
    spacingMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_000,
        title: 'an integer from 1 to 2,000',
        description: 'milliseconds between the observations of one round, where its host takes no two calls of a key at once',
      }),
    ),
    feeds: Type.Array(Feed, { minItems: 1, maxItems: MAX_ENTRIES }),
  },
  closed,
);

const IndexSource = Type.Object(
  {
    origin: Type.String({ pattern: '^https://[a-z0-9.-]+(:[0-9]{1,5})?$', maxLength: 256, title: 'an https origin in lower case' }),
    name: sentence('for people'),
    docsUrl: webPage('its documentation of these routes'),
    termsUrl: webPage('the terms under which it lets its data be used'),
    disclosure: sentence('what its number is'),
  },
  closed,
);

const Index = Type.Object(
  {
    id: name('names it among the feeds of the provider'),
    title: sentence('for people'),
    ...shown,
    sourceId: Type.String({ pattern: '^0x[0-9a-f]{64}$', title: '32 bytes in lower-case hex with 0x' }),
    apiConfigs: Type.Array(Type.Unknown(), { minItems: 3, maxItems: 32, description: 'its sources, each of another origin' }),
    combine: Type.Unknown({ description: 'how a node makes one value of them' }),
  },
  closed,
);

/** JSON Schema of a provider's file (docs/providers.md#a-file). `checkProvider` checks the rules that a schema cannot express. */
export const ProviderSchema = Type.Object(
  {
    id: name('as `GET /v1/providers/{providerId}` takes it'),
    name: sentence('for people'),
    description: sentence('what it provides'),
    docsUrl: webPage('its documentation of these routes'),
    termsUrl: webPage('the terms under which it lets its data be used'),
    disclosure: sentence('how a value from this provider must be described to its users'),
    redistribution: Type.Union([Type.Literal('allowed'), Type.Literal('attribution'), Type.Literal('forbidden'), Type.Literal('unknown')], {
      description: 'what its terms say of passing its values on; unknown: its terms do not say',
    }),
    aggregation: AggregationAdvice,
    operations: Type.Array(Operation, { maxItems: MAX_ENTRIES }),
    flows: Type.Array(Flow, { maxItems: 2 }),
    sources: Type.Optional(Type.Array(IndexSource, { minItems: 3, maxItems: 32, description: 'where the indices take their numbers' })),
    indices: Type.Optional(Type.Array(Index, { minItems: 1, maxItems: MAX_ENTRIES, description: 'each one value of several sources' })),
  },
  closed,
);

/** A file that fits the schema. */
export type ProviderFile = Static<typeof ProviderSchema>;
type FlowOfFile = Static<typeof Flow>;

/** A route of a provider that a gateway acts on. Other routes are ordinary sources. */
export type ProviderOperation = Readonly<Static<typeof Operation>>;

/** One ready-made source. */
export type ProviderFeed = Readonly<Omit<Static<typeof Feed>, 'apiConfig'>> & { readonly apiConfig: ApiConfig };

/** One way to reach a provider's operations: under a base URL, with a credential, or for a payment. */
export type ProviderFlow = Readonly<Omit<FlowOfFile, 'feeds'>> & { readonly feeds: readonly ProviderFeed[] };

/** The way to open a flow: an API key, if it takes any, or an x402 payment. */
export type FlowKind = FlowOfFile['kind'];

/** One value of several sources, as a request names it: `apiConfigs` and `combine`. */
export type ProviderIndex = Readonly<Omit<Static<typeof Index>, 'apiConfigs' | 'combine'>> & {
  readonly apiConfigs: readonly ApiConfig[];
  readonly combine: Combine;
};

/** An origin of numbers for indices, with its terms. */
export type ProviderIndexSource = Readonly<Static<typeof IndexSource>>;

/** A provider from its file, with every rule checked. */
export type Provider = Readonly<Omit<ProviderFile, 'operations' | 'flows' | 'sources' | 'indices'>> & {
  /** None where the provider has indices alone, and likewise no flow. */
  readonly operations: readonly ProviderOperation[];
  readonly flows: readonly ProviderFlow[];
  /** Set where indices are, and only then. */
  readonly sources?: readonly ProviderIndexSource[];
  readonly indices?: readonly ProviderIndex[];
};
