import { EXAMPLE_GATEWAY } from './example-rounds.js';

/** Evidence of a round that three of four nodes signed, with signatures that verify. The nodes are those of `vectors/attested-result.json`. */
export const EXAMPLE_EVIDENCE_ROUND = 'EzdA8X9ddWLAGXSUz83R3konKLvSskxZMMX8u43vaLkQ';

export const exampleEvidence = {
  gateway: EXAMPLE_GATEWAY,
  feedId: '0xb77debea6ee783a91770a020ed768a89e67fe4cbd267d43c152405e8ea7dc0c0',
  sourceId: '0xd34a40615a1322cca9d5c28cde8e7133e660564669c00e514eed5f53b17f15b9',
  signaturesRequired: 3,
  registryVersion: 3,
  timestampMs: 1763683200000,
  observedAtMs: 1763683200400,
  eligible: [0, 1, 2, 4],
  gatewayNonce: '0xc94f147e0e2150cb0f9d03708d7f9863',
  attempt: 0,
  fixedAtMs: 1763683200640,
  observations: [
    {
      index: 0,
      values: [{ value: '0x0000000000000000000000000000000000000000000000000000000000629d6f', receivedAtMs: 1763683200512 }],
      signature: {
        s: '0xbdb27bcd537858538cb6b7f7d6afd928ea30597bed707524f372ccb95e1171b9',
        commitment: '0x79a32b07adb7ec711091ae9f7f665ecde6d3293e',
      },
    },
    {
      index: 1,
      values: [{ value: '0x0000000000000000000000000000000000000000000000000000000000629d73', receivedAtMs: 1763683200548 }],
      signature: {
        s: '0xe07dee67e8d758746ba7f7a2fd4b0c363e060e275df006f2ab7b3914555f6dca',
        commitment: '0x67b9fc32529bda1c5498e8dec4e9e2f708ecb7a2',
      },
    },
    {
      index: 2,
      values: [{ value: '0x0000000000000000000000000000000000000000000000000000000000629d6f', receivedAtMs: 1763683200561 }],
      signature: {
        s: '0xb127bfdf89b9373d05a2525a549381da2741be6089548136e191b40a4f55ea92',
        commitment: '0xbd30242ad9a9b7c9269b72cf6436a938f02329ba',
      },
    },
  ],
  survivors: [0, 1, 2],
  signers: [
    {
      index: 0,
      d: '0x02a246b2924990e615c4e2d11be1379018cf0f5b9973024f2dd0330dc5ab53cd42',
      e: '0x03c427e5db0436fb042fdc5c4c2129f09289d4f82cb73e02555040395e7531deab',
    },
    {
      index: 1,
      d: '0x0248f61936be476310b8699be37054fdf564493e017a873c7933a44a846489f08b',
      e: '0x0300ab39e34cd2ae43ad6092922f6b4e01ff8460f7d3699a465b253bc439b626bf',
    },
    {
      index: 2,
      d: '0x02ef7b4a1a0b879d99459f3c94a7e35ee576a144efccdbcfcd12fcd0b35cd47630',
      e: '0x038312164138d68c1ab2a825b0b7b46e8843342e288ba6f5c52b2daec0365020a1',
    },
  ],
  value: '0x0000000000000000000000000000000000000000000000000000000000629d6f',
  s: '0x86017e4a69c05758699a5478e8fff62000d0befcb50a51b4c408ecdb28367421',
  commitment: '0x74a101c9a4e3de33ccc4071a0b2199ff0f2531b9',
} as const;
