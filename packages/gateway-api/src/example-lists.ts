import { EXAMPLE_SOURCE } from './example-rounds.js';

/** A list whose last source has no value, as `vectors/api-examples.json` has it, with signatures that verify. */
export const exampleList = {
  roundId: 'AVAqna21dGDh1kiR1P5XNMjLRdyE5To2K8z2DyKb3A1z',
  request: {
    subscriptionOwner: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
    consumerAuthority: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
    signaturesRequired: 3,
    timestamp: 1763683200,
    registryVersion: 3,
    authSig:
      '0xb6eca035fa43bc6bed81b3576072a67e96083b47b2d1f347a7af6f03c4f6b6ab182ab040268c424dcfc7f10826c17138b41b2f42b4fd2a8ffbbea49cfa6af501',
    apiConfigs: [
      EXAMPLE_SOURCE,
      {
        method: 'GET',
        responseParser: '$.data.amount',
        url: 'https://api.coinbase.com/v2/prices/ETH-USD/spot',
      },
      {
        method: 'GET',
        responseParser: '$.data.amount',
        url: 'https://api.coinbase.com/v2/prices/SOL-USD/spot',
      },
    ],
    minValues: 2,
  },
  answer: {
    status: 'completed',
    data: {
      feedId: '0x679902e329dabdbbc7ed11c15bbd8e596b3b91a36292bd54f5d7b440d869fac0',
      value: '0x42fa73f5ecaa4f18658210a7d48fd2cef825862e1f1393fc5ad8e3aeb7aab955',
      valuePacked: '0x42fa73f5ecaa4f18658210a7d48fd2cef825862e1f1393fc5ad8e3aeb7aab955',
      timestamp: 1763683200,
      observedAt: 1763683200400,
      registryVersion: 3,
      signaturesRequired: 3,
      configHash: '0x97fe00e261f82a1ba08d4ded2502f27d05be4cd4b3e6b18d4f6e1aceee3b8145',
      signersBitmap: '0x0000000000000000000000000000000000000000000000000000000000000015',
      s: '0x40a276b4be835a8fdd3578cafa4a5b7356e85f6040cf99db36396906c78cfe19',
      rx: '0xe7048713f51d80a82591660bb23f92b5d34f19b2c27d6dfbdecb084983280e46',
      ryParity: 1,
      commitmentAddr: '0x5548e75109aa48584cb99b142fe671b8f20a95a2',
      fresh: true,
      values: [
        {
          sourceId: '0xc568808393fb8d96bc4344ece16f3b99d851b324c2213eb96609782968a4acfe',
          feedId: '0xd861ceea427b826dbaba51e490aa9bd5d5407e8a46d24a6125bcebc7799ea9fe',
          value: '64628.31',
          valuePacked: '0x000000000000000000000000000000000000000000000daf81f8f989d1af0000',
        },
        {
          sourceId: '0x2f0a4acfe42ccf64d590211ff848ee2d87cc20dbaa4006ddc201258ef673e9f1',
          feedId: '0x3372063aaad0daa77ebcf4084712bdb732cd1fa6ede06df4cdcfb9bf4afa267c',
          value: '3018.42',
          valuePacked: '0x0000000000000000000000000000000000000000000000a3a0fe05b9b6920000',
        },
        {
          sourceId: '0xca4fb98c4748687a4fd1915aabba701b1a1da9730c8edc1cbafc81ffe28c3679',
          feedId: '0x561e7bd6ff05d14097652aeed38284df9e4eeec29689e19812e877c0e1fa2fe4',
          reason: {
            code: 'upstream_failure',
            detail: 'the source answered with status 503',
            step: 'fetch',
            upstreamStatus: 503,
          },
        },
      ],
    },
  },
} as const;

/** An index over three exchanges, likewise. */
export const exampleIndex = {
  roundId: 'GiV8YNbrV3a7rLYhVsXo9QZsxyNCXWtbxE9vjpzeMD2k',
  request: {
    subscriptionOwner: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
    consumerAuthority: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
    signaturesRequired: 3,
    timestamp: 1763683200,
    registryVersion: 3,
    authSig:
      '0xe50368f78ed8ba73a7ab452b944f35d7d4c1434a34285adbf3f518e271d4ba57144aae8900e5ab9e6333c64d17cb60eee510f31e7507b5eb873ff8401859830b',
    apiConfigs: [
      EXAMPLE_SOURCE,
      {
        method: 'GET',
        responseParser: '$.result.XXBTZUSD.c[0]',
        url: 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD',
      },
      {
        method: 'GET',
        responseParser: '$.last',
        url: 'https://www.bitstamp.net/api/v2/ticker/btcusd',
      },
    ],
    combine: {
      rule: 'median',
      minSources: 2,
      maxDeviationBps: 50,
      maxAgeMs: 15000,
      decimals: 8,
    },
  },
  answer: {
    status: 'completed',
    data: {
      feedId: '0x7cb83aa3f4aef13f5ffcad607fe1f6907ddbcfbdf6ff52ac3bde2ec9b9379ebf',
      value: '64628.31',
      valuePacked: '0x000000000000000000000000000000000000000000000000000005e0bebef9c0',
      timestamp: 1763683200,
      observedAt: 1763683200400,
      registryVersion: 3,
      signaturesRequired: 3,
      configHash: '0x12d3682da4a3e882c34085b262923a2c89a976201d26dd0fbed0dd103e0d1575',
      signersBitmap: '0x0000000000000000000000000000000000000000000000000000000000000015',
      s: '0x6e247f3cc5ad09f0a2f72dca4e7e0d649c845e21c36ed80a0066c428aac42098',
      rx: '0xfba53584467856d43c958203d011c1d5e0a883eaf17067cf43fdadb7ca553c1d',
      ryParity: 1,
      commitmentAddr: '0x148f483def82894b9ffe0031eb0d7254348bb9be',
      fresh: true,
    },
  },
} as const;
