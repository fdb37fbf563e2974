/**
 * One round on each path, as `vectors/api-examples.json` has it: the examples of the OpenAPI document, with signatures that verify. A test
 * compares them.
 */
export const EXAMPLE_GATEWAY = 'JCJcjL5QuRbU4cmVSTLfL8sPHrfMNojFGphDAXufYpG6';
/** The key of that gateway. */
export const EXAMPLE_AUTHORITY = '3kKo5sVCyJTUm1qNN6Vvm6SZkYVfPq7Xa4RSW6ZC8ZGa';
export const EXAMPLE_PROGRAM = 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK';
export const EXAMPLE_DEPLOYMENT = '0x09486d8d41a433ed85d573dc4a98653d3c0a0a8360ab9b8656d34149fa57e4c5';
export const EXAMPLE_NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

export const EXAMPLE_SOURCE = {
  method: 'GET',
  responseParser: '$.data.amount',
  url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot',
} as const;

export const exampleRound = {
  roundId: 'D17xN1VF5kTgvGps7FL6KhpiopwC37Ubqrg4q2faWLvN',
  request: {
    subscriptionOwner: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
    consumerAuthority: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
    signaturesRequired: 3,
    timestamp: 1763683200,
    registryVersion: 3,
    authSig:
      '0x759a79879f5c9522a6fda7b57dcabd9c3996add746063ca20984be564fb88ae15a4c665bdc178f53117deeacbca96b4d30c2fa22996222e16141c729fec69305',
    apiConfig: EXAMPLE_SOURCE,
  },
  answer: {
    status: 'completed',
    data: {
      feedId: '0xd861ceea427b826dbaba51e490aa9bd5d5407e8a46d24a6125bcebc7799ea9fe',
      value: '64628.31',
      valuePacked: '0x000000000000000000000000000000000000000000000daf81f8f989d1af0000',
      timestamp: 1763683200,
      observedAt: 1763683200400,
      registryVersion: 3,
      signaturesRequired: 3,
      configHash: '0xc568808393fb8d96bc4344ece16f3b99d851b324c2213eb96609782968a4acfe',
      signersBitmap: '0x0000000000000000000000000000000000000000000000000000000000000015',
      s: '0xe3765da1ce3faa7f57b74472a688d88fb141c4c13df1e32cfde68ee71cd4445a',
      rx: '0xd9c76be3056bbf050680086719fb02e0f74618c721588ddfaba8504a8da1f10d',
      ryParity: 0,
      commitmentAddr: '0x1ef69f2d6f8de775ca75c24d55fc054942d248ec',
      fresh: true,
    },
  },
} as const;

export const exampleAgentRound = {
  roundId: '9S6XGfwGinnqBef1MrVaFB5VRQ1ZbihEPKYGqMZ5yKVv',
  escrow: '7f8HLHvbvmePNsCAjpbYPu54V19wqpXE56bvuy8v8cYf',
  request: {
    payer: 'EcaenQaQTgJLnYGrCUS1kai5ffCfhcLdgV1PmGM7Z4fU',
    canonical_timestamp: 1763683200,
    signatures_required: 3,
    amount: 2500,
    registry_version: 3,
    agent_request_auth_sig:
      '0x33b35bbc7f2f0eb19d64e0cf516f33b63cbe11ee4eafbf960b1277f26cd55f592106d69f7f79a79db206a6546723808e3fadf3e6a39c6f31d7649cd97f14f407',
    apiConfig: EXAMPLE_SOURCE,
  },
  answer: {
    status: 'completed',
    data: {
      feedId: '0x88904bef2221241dc7e31d2320380184a046300dde933b66173bbe25c6527a13',
      value: '64628.31',
      valuePacked: '0x000000000000000000000000000000000000000000000daf81f8f989d1af0000',
      timestamp: 1763683200,
      observedAt: 1763683200400,
      registryVersion: 3,
      signaturesRequired: 3,
      configHash: '0xc568808393fb8d96bc4344ece16f3b99d851b324c2213eb96609782968a4acfe',
      signersBitmap: '0x0000000000000000000000000000000000000000000000000000000000000015',
      s: '0x05251b855aa696144cc5da28d4c987ca65ef28cbf33bcccec1da5d0f2cd8971c',
      rx: '0xd9c76be3056bbf050680086719fb02e0f74618c721588ddfaba8504a8da1f10d',
      ryParity: 0,
      commitmentAddr: '0x1ef69f2d6f8de775ca75c24d55fc054942d248ec',
      fresh: true,
    },
  },
} as const;

export const examplePaidRound = {
  roundId: 'H2YkKdd3JkkcYXcu1XQHgN',
  request: {
    signatures_required: 3,
    registry_version: 3,
    apiConfig: EXAMPLE_SOURCE,
  },
  answer: {
    status: 'completed',
    data: {
      attestation: {
        payload: {
          value: '0x000000000000000000000000000000000000000000000daf81f8f989d1af0000',
          sourceId: '0xc568808393fb8d96bc4344ece16f3b99d851b324c2213eb96609782968a4acfe',
          registryVersion: 3,
          signaturesRequired: 3,
          timestamp: 1763683200000,
          observedAt: 1763683200400,
        },
        signature: {
          signature: '0x5e6880feedfe5c2058841e09dc710d4ed9b249c07760655f38daf7809338545e',
          commitment: '0x1ef69f2d6f8de775ca75c24d55fc054942d248ec',
          signersBitmap: '0x0000000000000000000000000000000000000000000000000000000000000015',
        },
      },
      value: '64628.31',
      fresh: true,
      configHash: '0xc568808393fb8d96bc4344ece16f3b99d851b324c2213eb96609782968a4acfe',
    },
  },
} as const;
/** Settlement that the answers about these rounds share. */
export const EXAMPLE_SETTLEMENT = {
  signature: '4cq3UGWNcGsMvcjGLyM5s81p62wtRdECPSuhK1qMdk1M7ep3ajQ5XGKX4MDzXxTdScSQuC5A6iaV2Vp1NPGcGJg9',
  slot: 381_204_117,
  final: true,
} as const;

export const EXAMPLE_PAYMENT = {
  signature: '2JZoa7wFvVXUHvT1q4eoF5rSMeWqTPtGk4DBCPBsp3Fs3qP8ZC1gN6cKJwSTvUt3Qe4AnkLHkKCrzVMg7YABcHs5',
  slot: 381_204_098,
} as const;

/** The first node of `vectors/attested-result.json`. */
export const EXAMPLE_NODE = {
  index: 0,
  publicKey:
    '0x1ca41aee2d690f3ad6142ae4a62d3f2b917f7f7e29e6e27fb49be26e0c2968923725ac0d6b2565219275c86e65691ebbd5f8fd9b5b7f66a9c29710400a073767',
  encryptionPublicKey: '0x8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
  operator: '3kKo5sVCyJTUm1qNN6Vvm6SZkYVfPq7Xa4RSW6ZC8ZGa',
} as const;
