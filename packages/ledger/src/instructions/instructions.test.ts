import { createHash } from 'node:crypto';

import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { findProgramAddress, toHex } from '@oracle-gateway/protocol';
import {
  delegateAddress,
  gatewayAddress,
  nodeAddress,
  pendingChangeAddress,
  registryAddress,
  signerSetAddress,
} from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';

import {
  authority,
  bytes,
  config,
  expectRow,
  gateway,
  gatewayAuthority,
  key,
  mint,
  owner,
  ownerTokens,
  programId,
  rep,
  subscription,
  treasury,
  type Roles,
} from '../../tests/instruction-rows.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '@oracle-gateway/protocol/instructions';
import { UPGRADEABLE_LOADER } from '../program-ids.js';
import { decodeAnnouncedChange, madeAsAnnounced } from './announced-change.js';
import { instructions } from './index.js';
import type { ProtocolSettings } from './settings.js';

const settings: ProtocolSettings = {
  minSigners: 2,
  versionGraceSeconds: 0x0101n,
  settleWindowSeconds: 0x0202n,
  withdrawDelaySeconds: 0x0303n,
  prices: {
    x402RoundBase: 4n,
    rewardPerSignature: 5n,
    agentRoundBase: 6n,
    agentRoundPerSig: 7n,
    subscriptionRoundBase: 8n,
    subscriptionRoundPerSig: 9n,
  },
  additionsDelaySeconds: 0x0a0bn,
  guardian: key(0xfe),
};
const SETTINGS_HEX = [
  '02',
  '0101000000000000',
  '0202000000000000',
  '0303000000000000',
  '0400000000000000',
  '0500000000000000',
  '0600000000000000',
  '0700000000000000',
  '0800000000000000',
  '0900000000000000',
  '0b0a000000000000',
  rep('fe', 32),
].join('');

describe('administration', () => {
  it('0 initialise', () => {
    const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
    const programData = findProgramAddress([programId], UPGRADEABLE_LOADER).address;
    expectRow(
      instructions.initialise({ programId, upgradeAuthority: authority, mint, network, settings }),
      `00${createHash('sha256').update(network).digest('hex')}${SETTINGS_HEX}`,
      [
        ['sw', authority],
        ['w', config],
        ['', programData],
        ['', mint],
        ['', SYSTEM_PROGRAM],
      ],
    );
  });

  it('1 update_config', () => {
    const update = (changed: Partial<ProtocolSettings>) =>
      instructions.updateConfig({ programId, authority, settings: { ...settings, ...changed } });
    const accounts: Roles = [
      ['sw', authority],
      ['w', config],
    ];
    expectRow(update({}), `01${SETTINGS_HEX}`, accounts);
    expectRow(update({ guardian: null }), `01${SETTINGS_HEX.slice(0, -64)}${rep('00', 32)}`, accounts);
  });

  it('2 propose_authority', () => {
    expectRow(instructions.proposeAuthority({ programId, authority, newAuthority: key(0x55) }), `02${rep('55', 32)}`, [
      ['sw', authority],
      ['w', config],
    ]);
  });

  it('3 accept_authority', () => {
    expectRow(instructions.acceptAuthority({ programId, pendingAuthority: key(0x55) }), '03', [
      ['s', key(0x55)],
      ['w', config],
    ]);
  });

  it('4 withdraw_treasury', () => {
    expectRow(
      instructions.withdrawTreasury({ programId, authority, mint, destination: key(0x66), amountAtomic: 0x0100n }),
      '040001000000000000',
      [
        ['s', authority],
        ['', config],
        ['w', treasury],
        ['w', key(0x66)],
        ['', TOKEN_PROGRAM],
      ],
    );
  });

  it('7 register_gateway', () => {
    const accounts: Roles = [
      ['sw', authority],
      ['', config],
      ['w', gateway],
      ['', SYSTEM_PROGRAM],
    ];
    const registration = { programId, authority, gatewayAuthority };
    const [noKey, own] = [rep('00', 32), rep('44', 32)];
    expectRow(instructions.registerGateway(registration), `07${own}${noKey}${own}`, accounts);
    const data = `07${own}${rep('4a', 32)}${rep('4b', 32)}`;
    expectRow(instructions.registerGateway({ ...registration, rotator: key(0x4a), rentTo: key(0x4b) }), data, accounts);
  });

  it.each([
    ['inactive', '0800'],
    ['active', '0801'],
    ['stopped in an emergency', '0802'],
  ] as const)('8 set_gateway_status %s', (status, data) => {
    expectRow(instructions.setGatewayStatus({ programId, authority, gateway, status }), data, [
      ['s', authority],
      ['', config],
      ['w', gateway],
    ]);
  });

  it('31 update_gateway and 32 propose_gateway_authority', () => {
    const accounts: Roles = [
      ['s', authority],
      ['', config],
      ['w', gateway],
    ];
    const named = { programId, signer: authority, gateway };
    const [rotator, rentTo] = [key(0x4a), key(0x4b)];
    expectRow(instructions.updateGateway({ ...named, rotator, rentTo }), `1f${rep('4a', 32)}${rep('4b', 32)}`, accounts);
    expectRow(instructions.updateGateway({ ...named, rotator: null, rentTo }), `1f${rep('00', 32)}${rep('4b', 32)}`, accounts);
    expectRow(instructions.proposeGatewayAuthority({ ...named, newAuthority: key(0x4c) }), `20${rep('4c', 32)}`, accounts);
  });

  it('33 accept_gateway_authority', () => {
    expectRow(instructions.acceptGatewayAuthority({ programId, pendingAuthority: key(0x4c), gateway }), '21', [
      ['s', key(0x4c)],
      ['w', gateway],
    ]);
  });
});

describe('nodes and registry', () => {
  const node = {
    programId,
    authority,
    index: 3,
    publicKey: bytes(0x77, 64),
    encryptionKey: bytes(0x88, 32),
    operator: key(0x99),
    proof: { s: bytes(0xbb, 32), commitment: bytes(0xcc, 20) },
    currentVersion: 7n,
  };

  it('5 register_node', () => {
    expectRow(
      instructions.registerNode({ ...node, endpoint: 'http://n' }),
      `0503${rep('77', 64)}${rep('88', 32)}${rep('99', 32)}${rep('bb', 32)}${rep('cc', 20)}08${Buffer.from('http://n').toString('hex')}`,
      [
        ['sw', authority],
        ['', config],
        ['w', nodeAddress(programId, 3)],
        ['', registryAddress(programId, 7n)],
        ['', SYSTEM_PROGRAM],
      ],
    );
  });

  it('5 register_node before the first version: the system program stands for the missing one', () => {
    const { accounts } = instructions.registerNode({ ...node, currentVersion: 0n, endpoint: 'http://n' });
    expect(accounts.slice(3)).toEqual(Array(2).fill({ address: SYSTEM_PROGRAM, signer: false, writable: false }));
  });

  it.each(['x'.repeat(128), 'http://ä', 'http://a b'])('5 register_node refuses the endpoint %j', (endpoint) => {
    expect(() => instructions.registerNode({ ...node, endpoint })).toThrow(/^endpoint: /);
  });

  it('6 change_registry from nothing: the system program stands for the missing version', () => {
    const changes = [
      { op: 'set', index: 0 },
      { op: 'set', index: 1 },
    ] as const;
    expectRow(
      instructions.changeRegistry({ programId, authority, currentVersion: 0n, redundancyBuffer: 1, emergency: false, changes }),
      '0601000200000001',
      [
        ['sw', authority],
        ['w', config],
        ['', SYSTEM_PROGRAM],
        ['w', registryAddress(programId, 1n)],
        ['', SYSTEM_PROGRAM],
        ['', nodeAddress(programId, 0)],
        ['', nodeAddress(programId, 1)],
      ],
    );
  });

  it('6 change_registry: a removal passes no node account', () => {
    const changes = [
      { op: 'remove', index: 4 },
      { op: 'set', index: 2 },
    ] as const;
    expectRow(
      instructions.changeRegistry({ programId, authority, currentVersion: 7n, redundancyBuffer: 0, emergency: true, changes }),
      '06000102' + '0104' + '0002',
      [
        ['sw', authority],
        ['w', config],
        ['w', registryAddress(programId, 7n)],
        ['w', registryAddress(programId, 8n)],
        ['', SYSTEM_PROGRAM],
        ['', nodeAddress(programId, 2)],
      ],
    );
  });
});

describe('announced changes', () => {
  const changes = [
    { op: 'set', index: 3 },
    { op: 'remove', index: 1 },
    { op: 'set', index: 0 },
  ] as const;
  const registry = { programId, authority, currentVersion: 7n, redundancyBuffer: 2, emergency: false, changes };
  const examples = [
    ['update_config', instructions.updateConfig({ programId, authority, settings }), [], 2, { kind: 'settings', settings }],
    [
      'propose_authority',
      instructions.proposeAuthority({ programId, authority, newAuthority: key(0x55) }),
      [],
      2,
      { kind: 'authority', newAuthority: key(0x55) },
    ],
    [
      'change_registry',
      instructions.changeRegistry(registry),
      [3, 0],
      5,
      {
        kind: 'registry',
        redundancyBuffer: 2,
        changes: [
          { op: 'set', index: 3, publicKey: bytes(0, 64) },
          { op: 'remove', index: 1, publicKey: null },
          { op: 'set', index: 0, publicKey: bytes(1, 64) },
        ],
      },
    ],
  ] as const;
  const pendingOf = (data: Uint8Array) => pendingChangeAddress(programId, keccak_256(data));

  it.each(examples)('34 announce_change of %s', (_name, change, sets) => {
    expectRow(instructions.announceChange({ programId, authority, change }), `22${toHex(change.data).slice(2)}`, [
      ['sw', authority],
      ['', config],
      ['w', pendingOf(change.data)],
      ['', SYSTEM_PROGRAM],
      ...sets.map((index) => ['', nodeAddress(programId, index)] as const),
    ]);
  });

  it.each(examples)('%s names the account of its announcement, writable, before its nodes', (_name, change, _sets, place) => {
    const { accounts, data } = madeAsAnnounced(change);
    expect(data).toBe(change.data);
    expect(accounts[place]).toEqual({ address: pendingOf(data), signer: false, writable: true });
    expect(accounts.toSpliced(place, 1)).toEqual(change.accounts);
  });

  it.each(examples)('%s is read back from its announcement', (_name, change, sets, _place, expected) => {
    const keys = sets.map((_, place) => bytes(place, 64));
    expect(decodeAnnouncedChange({ change: concatBytes(change.data, ...keys) })).toEqual(expected);
  });

  it('an announcement that this package does not know is null', () => {
    const short = instructions.changeRegistry(registry).data;
    for (const change of [Uint8Array.of(8, 0), bytes(1, 3), short]) expect(decodeAnnouncedChange({ change })).toBeNull();
  });

  it('35 cancel_change', () => {
    const digest = keccak_256(Uint8Array.of(1));
    expectRow(instructions.cancelChange({ programId, signer: owner, digest }), '23', [
      ['sw', owner],
      ['', config],
      ['w', pendingChangeAddress(programId, digest)],
    ]);
  });
});

describe('subscriptions', () => {
  const payment = { programId, owner, mint, registryVersion: 9n, maxAmountAtomic: 0x0605n };
  const paymentAccounts: Roles = [
    ['s', owner],
    ['', config],
    ['w', subscription],
    ['', registryAddress(programId, 9n)],
    ['w', ownerTokens],
    ['w', treasury],
    ['', TOKEN_PROGRAM],
  ];

  it('9 open_subscription', () => {
    const input = { ...payment, gateway, maxSignatures: 5, rounds: 1_000n, expiresAtSeconds: 0x0403_0201n };
    expectRow(instructions.openSubscription(input), '09' + '05' + 'e803000000000000' + '0102030400000000' + '0506000000000000', [
      ['sw', owner],
      ['', config],
      ['w', subscription],
      ['', gateway],
      ['', registryAddress(programId, 9n)],
      ['w', ownerTokens],
      ['w', treasury],
      ['', TOKEN_PROGRAM],
      ['', SYSTEM_PROGRAM],
    ]);
  });

  it('10 renew_subscription', () => {
    expectRow(
      instructions.renewSubscription({ ...payment, rounds: 1n, expiresAtSeconds: 2n }),
      '0a' + '0100000000000000' + '0200000000000000' + '0506000000000000',
      paymentAccounts,
    );
  });

  it('16 upgrade_subscription', () => {
    expectRow(instructions.upgradeSubscription({ ...payment, maxSignatures: 7 }), '10' + '07' + '0506000000000000', paymentAccounts);
  });

  it('15 confirm_subscription_gateway', () => {
    const newGateway = gatewayAddress(programId, key(0x45));
    const input = { programId, subscriptionOwner: owner, signer: authority, oldGateway: gateway, newGateway };
    expectRow(instructions.confirmSubscriptionGateway(input), '0f', [
      ['s', authority],
      ['', config],
      ['w', subscription],
      ['', gateway],
      ['', newGateway],
    ]);
  });

  it('11 pause_subscription and 12 resume_subscription', () => {
    const accounts: Roles = [
      ['s', owner],
      ['', config],
      ['w', subscription],
    ];
    expectRow(instructions.pauseSubscription({ programId, owner }), '0b', accounts);
    expectRow(instructions.resumeSubscription({ programId, owner }), '0c', accounts);
  });

  it('13 change_subscription_gateway', () => {
    const newGateway = gatewayAddress(programId, key(0x45));
    expectRow(instructions.changeSubscriptionGateway({ programId, owner, newGateway }), '0d', [
      ['s', owner],
      ['', config],
      ['w', subscription],
      ['', newGateway],
    ]);
  });
});

describe('signer sets and closing', () => {
  const signersBitmap = Uint8Array.of(...bytes(0, 30), 0x01, 0x05);
  const set = { programId, registryVersion: 9n, signersBitmap };
  const signerSet = signerSetAddress(programId, { registryVersion: 9n, signersBitmap });
  const registry = registryAddress(programId, 9n);

  it('27 create_signer_set', () => {
    const input = { ...set, payer: owner, registryCount: 12, aggregateKey: bytes(0x99, 64) };
    expectRow(instructions.createSignerSet(input), `1b${rep('99', 64)}0105`, [
      ['sw', owner],
      ['', registry],
      ['w', signerSet],
      ['', SYSTEM_PROGRAM],
    ]);
    expect(() => instructions.createSignerSet({ ...input, registryCount: 8 })).toThrow(/^signersBitmap: names a node outside/);
  });

  it('28 close_round', () => {
    const round = key(0x46);
    expectRow(instructions.closeRound({ programId, gateway, round, rentTo: key(0x4b) }), '1c', [
      ['', config],
      ['', gateway],
      ['w', round],
      ['w', key(0x4b)],
    ]);
  });

  it('29 close_registry', () => {
    expectRow(instructions.closeRegistry({ programId, registryVersion: 9n, authority }), '1d', [
      ['', config],
      ['w', registry],
      ['w', authority],
    ]);
  });

  it('30 close_signer_set', () => {
    expectRow(instructions.closeSignerSet({ ...set, recipient: owner }), '1e', [
      ['', registry],
      ['w', signerSet],
      ['w', owner],
    ]);
  });
});

describe('delegates', () => {
  const delegate = key(0x47);
  const account = delegateAddress(programId, subscription, delegate);
  const input = { programId, owner, authority: delegate };
  const bounds = { ...input, rounds: 0x0102n, maxSignatures: 3, expiresAtSeconds: 0x0403n };
  const boundsHex = '0201000000000000030304000000000000';
  const others: Roles = [
    ['', config],
    ['', subscription],
    ['w', account],
  ];

  it('17 add_delegate', () => {
    const accounts: Roles = [['sw', owner], ...others, ['', SYSTEM_PROGRAM]];
    expectRow(instructions.addDelegate(bounds), `11${rep('47', 32)}${boundsHex}`, accounts);
  });

  it('18 bound_delegate', () => {
    expectRow(instructions.boundDelegate(bounds), `12${boundsHex}`, [['s', owner], ...others]);
  });

  it('19 revoke_delegate', () => {
    expectRow(instructions.revokeDelegate(input), '13', [['s', owner], ...others]);
  });

  it('20 close_delegate', () => {
    expectRow(instructions.closeDelegate(input), '14', [['sw', owner], ...others]);
  });
});
