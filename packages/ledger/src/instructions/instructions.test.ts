import { createHash } from 'node:crypto';

import {
  agentRoundAddress,
  deriveFeedId,
  findProgramAddress,
  NO_OWNER,
  roundAddress,
  toAddress,
  toHex,
  unixSeconds,
  type Address,
  type SourceId,
} from '@oracle-gateway/protocol';
import {
  associatedTokenAddress,
  configAddress,
  delegateAddress,
  escrowAddress,
  feedAddress,
  gatewayAddress,
  nodeAddress,
  registryAddress,
  signerSetAddress,
  subscriptionAddress,
} from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';

import type { LedgerInstruction } from '../instruction.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, UPGRADEABLE_LOADER } from '../program-ids.js';
import { instructions } from './index.js';
import type { ProtocolSettings } from './settings.js';

function key(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}
function bytes(fill: number, width: number): Uint8Array {
  return new Uint8Array(width).fill(fill);
}
function rep(fill: string, width: number): string {
  return fill.repeat(width);
}

const programId = key(0x11);
const authority = key(0xaa);
const owner = key(0x22);
const mint = key(0x33);
const gatewayAuthority = key(0x44);
const config = configAddress(programId);
const treasury = associatedTokenAddress(config, mint);
const subscription = subscriptionAddress(programId, owner);
const ownerTokens = associatedTokenAddress(owner, mint);
const gateway = gatewayAddress(programId, gatewayAuthority);

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
].join('');

type Roles = readonly (readonly [roles: '' | 's' | 'w' | 'sw', address: Address])[];

/** Compares with a row of docs/protocol.md, "Instructions of the program". */
function expectRow(instruction: LedgerInstruction, dataHex: string, accounts: Roles): void {
  expect(toHex(instruction.programId)).toBe(toHex(programId));
  expect(toHex(instruction.data)).toBe(`0x${dataHex}`);
  expect(instruction.accounts.map((meta) => [`${meta.signer ? 's' : ''}${meta.writable ? 'w' : ''}`, toHex(meta.address)])).toEqual(
    accounts.map(([roles, address]) => [roles, toHex(address)]),
  );
}

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
    expectRow(instructions.updateConfig({ programId, authority, settings }), `01${SETTINGS_HEX}`, [
      ['s', authority],
      ['w', config],
    ]);
  });

  it('2 propose_authority', () => {
    expectRow(instructions.proposeAuthority({ programId, authority, newAuthority: key(0x55) }), `02${rep('55', 32)}`, [
      ['s', authority],
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
    expectRow(instructions.registerGateway({ programId, authority, gatewayAuthority }), `07${rep('44', 32)}`, [
      ['sw', authority],
      ['', config],
      ['w', gateway],
      ['', SYSTEM_PROGRAM],
    ]);
  });

  it.each([
    ['inactive', '0800'],
    ['active', '0801'],
    ['stopped in an emergency', '0802'],
  ] as const)('8 set_gateway_status %s', (status, data) => {
    expectRow(instructions.setGatewayStatus({ programId, authority, gatewayAuthority, status }), data, [
      ['s', authority],
      ['', config],
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
  };

  it('5 register_node', () => {
    expectRow(
      instructions.registerNode({ ...node, endpoint: 'http://n' }),
      `0503${rep('77', 64)}${rep('88', 32)}${rep('99', 32)}${rep('bb', 32)}${rep('cc', 20)}08${Buffer.from('http://n').toString('hex')}`,
      [
        ['sw', authority],
        ['', config],
        ['w', nodeAddress(programId, 3)],
        ['', SYSTEM_PROGRAM],
      ],
    );
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
    const input = { ...payment, gatewayAuthority, maxSignatures: 5, rounds: 1_000n, expiresAtSeconds: 0x0403_0201n };
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
    const newGatewayAuthority = key(0x45);
    const input = { programId, subscriptionOwner: owner, signer: authority, oldGatewayAuthority: gatewayAuthority, newGatewayAuthority };
    expectRow(instructions.confirmSubscriptionGateway(input), '0f', [
      ['s', authority],
      ['', config],
      ['w', subscription],
      ['', gateway],
      ['', gatewayAddress(programId, newGatewayAuthority)],
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
    const newGatewayAuthority = key(0x45);
    expectRow(instructions.changeSubscriptionGateway({ programId, owner, newGatewayAuthority }), '0d', [
      ['s', owner],
      ['', config],
      ['w', subscription],
      ['', gatewayAddress(programId, newGatewayAuthority)],
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
    expectRow(instructions.closeRound({ programId, gatewayAuthority, round }), '1c', [
      ['', config],
      ['', gateway],
      ['w', round],
      ['w', gatewayAuthority],
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

describe('14 settle_round', () => {
  const sourceId = bytes(0x55, 32) as SourceId;
  const bitmap = (...lastBytes: number[]): Uint8Array => Uint8Array.of(...bytes(0, 32 - lastBytes.length), ...lastBytes);
  const input = {
    programId,
    gatewayAuthority,
    subscriptionOwner: owner,
    feedOwner: owner,
    sourceId,
    value: bytes(0x66, 32),
    signaturesRequired: 2,
    timestampSeconds: 0x0504_0302,
    registryVersion: 9n,
    registryCount: 5,
    s: bytes(0x77, 32),
    commitment: bytes(0x88, 20),
    keyForm: { form: 'sum', aggregateKey: Uint8Array.of(...bytes(0x99, 32), ...bytes(0xab, 32)) } as const,
    signersBitmap: bitmap(0x11),
  };
  const beforeKeyForm = `0e${rep('55', 32)}${rep('66', 32)}020203040500000000${rep('77', 32)}${rep('88', 20)}`;
  const fixed = `${beforeKeyForm}00${rep('99', 32)}${rep('ab', 32)}`;

  it("writes the receipt of the round's identity", () => {
    const receipt = roundAddress({
      programId,
      feedOwner: owner,
      sourceId,
      signaturesRequired: 2,
      timestampSeconds: unixSeconds(0x0504_0302),
    });
    expectRow(instructions.settleRound(input), `${fixed}11`, [
      ['sw', gatewayAuthority],
      ['', config],
      ['', gateway],
      ['w', subscription],
      ['', registryAddress(programId, 9n)],
      ['w', receipt],
      ['', SYSTEM_PROGRAM],
      ['', programId],
      ['', programId],
    ]);
  });

  it.each([
    [8, [0x81], '81'],
    [9, [0x01, 0x02], '0102'],
    [64, [1, 2, 3, 4, 5, 6, 7, 8], '0102030405060708'],
  ])('sends as many bitmap bytes as a registry of %d slots needs', (registryCount, lastBytes, hex) => {
    const { data } = instructions.settleRound({ ...input, registryCount, signersBitmap: bitmap(...lastBytes) });
    expect(toHex(data)).toBe(`0x${fixed}${hex}`);
  });

  it('sends one slope fewer than there are signers, and no other number', () => {
    const slopes = (count: number) => ({
      ...input,
      keyForm: { form: 'slopes', slopes: Array.from({ length: count }, (_, at) => bytes(0x91 + at, 32)) } as const,
    });
    expect(toHex(instructions.settleRound(slopes(1)).data)).toBe(`0x${beforeKeyForm}01${rep('91', 32)}11`);
    const ofThree = toHex(instructions.settleRound({ ...slopes(2), signaturesRequired: 3 }).data);
    expect(ofThree.slice(2 + 2 * 126)).toBe(`01${rep('91', 32)}${rep('92', 32)}11`);
    expect(() => instructions.settleRound(slopes(0))).toThrow(/^slopes: /);
    expect(() => instructions.settleRound(slopes(2))).toThrow(/^slopes: /);
  });

  it('names a signer set after the fixed accounts and sends no key', () => {
    const signerSet = key(0x46);
    const { accounts, data } = instructions.settleRound({ ...input, keyForm: { form: 'signer-set', signerSet } });
    expect(toHex(data)).toBe(`0x${beforeKeyForm}0211`);
    expect(accounts.slice(6)).toEqual([
      { address: SYSTEM_PROGRAM, signer: false, writable: false },
      { address: signerSet, signer: false, writable: false },
      { address: programId, signer: false, writable: false },
    ]);
  });

  it("names the delegate's account last when a delegate asked, and the receipt is the delegate's", () => {
    const [delegate, signerSet] = [key(0x47), key(0x46)];
    const round = { programId, sourceId, signaturesRequired: 2, timestampSeconds: unixSeconds(0x0504_0302) };
    const receipt = { address: roundAddress({ ...round, feedOwner: delegate }), signer: false, writable: true };
    const account = { address: delegateAddress(programId, subscription, delegate), signer: false, writable: true };
    const ofDelegate = instructions.settleRound({ ...input, feedOwner: delegate });
    const systemProgram = { address: SYSTEM_PROGRAM, signer: false, writable: false };
    const noSignerSet = { address: programId, signer: false, writable: false };
    expect(ofDelegate.accounts.slice(5)).toEqual([receipt, systemProgram, noSignerSet, account]);
    const withSet = instructions.settleRound({ ...input, feedOwner: delegate, keyForm: { form: 'signer-set', signerSet } });
    expect(withSet.accounts.slice(7)).toEqual([{ address: signerSet, signer: false, writable: false }, account]);
  });

  it('refuses to cut off a signer outside the registry', () => {
    expect(() => instructions.settleRound({ ...input, registryCount: 8, signersBitmap: bitmap(0x01, 0x01) })).toThrow(
      /^signersBitmap: names a node outside/,
    );
  });

  it.each([0, 65, 1.5])('refuses a registry of %d slots', (registryCount) => {
    expect(() => instructions.settleRound({ ...input, registryCount })).toThrow(/^registryCount: /);
  });
});

describe('agent rounds and escrows', () => {
  const agent = key(0x5a);
  const escrow = escrowAddress(programId, agent, gateway);
  const escrowTokens = associatedTokenAddress(escrow, mint);
  const sourceId = bytes(0x55, 32) as SourceId;
  const input = {
    programId,
    gatewayAuthority,
    payer: agent,
    mint,
    sourceId,
    value: bytes(0x66, 32),
    signaturesRequired: 2,
    canonicalTimestampSeconds: 0x0504_0302,
    amountAtomic: 0x0a09n,
    requestSignature: bytes(0xcd, 64),
    registryVersion: 9n,
    registryCount: 5,
    s: bytes(0x77, 32),
    commitment: bytes(0x88, 20),
    keyForm: { form: 'slopes', slopes: [bytes(0x91, 32)] } as const,
    signersBitmap: Uint8Array.of(...bytes(0, 31), 0x11),
  };
  const round = agentRoundAddress({
    programId,
    payer: agent,
    gateway,
    sourceId,
    signaturesRequired: 2,
    canonicalTimestampSeconds: unixSeconds(0x0504_0302),
  });
  const settlementAccounts: Roles = [
    ['sw', gatewayAuthority],
    ['', config],
    ['', gateway],
    ['', agent],
    ['w', escrow],
    ['w', escrowTokens],
    ['w', treasury],
    ['', registryAddress(programId, 9n)],
    ['w', round],
    ['', TOKEN_PROGRAM],
    ['', SYSTEM_PROGRAM],
  ];
  const beforeProof = `15${rep('55', 32)}${rep('66', 32)}020203040500000000090a000000000000${rep('cd', 64)}`;

  it('21 settle_agent_round', () => {
    const data = `${beforeProof}${rep('77', 32)}${rep('88', 20)}01${rep('91', 32)}11`;
    expectRow(instructions.settleAgentRound(input), data, settlementAccounts);
  });

  it('21 settle_agent_round names a signer set after the fixed accounts', () => {
    const signerSet = key(0x46);
    const instruction = instructions.settleAgentRound({ ...input, keyForm: { form: 'signer-set', signerSet } });
    expectRow(instruction, `${beforeProof}${rep('77', 32)}${rep('88', 20)}0211`, [...settlementAccounts, ['', signerSet]]);
  });

  it('21 settle_agent_round takes the address of a round that is known', () => {
    const { accounts } = instructions.settleAgentRound({ ...input, round: key(0x47) });
    expect(accounts[8]).toEqual({ address: key(0x47), signer: false, writable: true });
  });

  it.each([63, 65])('21 settle_agent_round refuses a request signature of %d bytes', (length) => {
    expect(() => instructions.settleAgentRound({ ...input, requestSignature: bytes(1, length) })).toThrow(/^requestSignature: /);
  });

  it.each([
    ['22 pause_escrow', instructions.pauseEscrow, '16'],
    ['24 request_withdraw', instructions.requestWithdraw, '18'],
  ] as const)('%s', (_name, build, data) => {
    expectRow(build({ programId, payer: agent, gatewayAuthority }), data, [
      ['sw', agent],
      ['', config],
      ['', gateway],
      ['w', escrow],
      ['', SYSTEM_PROGRAM],
    ]);
  });

  it('23 resume_escrow', () => {
    expectRow(instructions.resumeEscrow({ programId, payer: agent, gatewayAuthority }), '17', [
      ['s', agent],
      ['', config],
      ['w', escrow],
    ]);
  });

  it.each([
    ['to the payer’s associated token account', {}, associatedTokenAddress(agent, mint)],
    ['to another one', { destination: key(0x48) }, key(0x48)],
  ])('25 withdraw_escrow %s', (_name, changes, destination) => {
    const withdrawal = { programId, payer: agent, gatewayAuthority, mint, amountAtomic: 0x0100n, ...changes };
    expectRow(instructions.withdrawEscrow(withdrawal), '190001000000000000', [
      ['s', agent],
      ['', config],
      ['', escrow],
      ['w', escrowTokens],
      ['w', destination],
      ['', TOKEN_PROGRAM],
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

describe('26 submit', () => {
  const sourceId = bytes(0x55, 32) as SourceId;
  const input = {
    programId,
    payer: authority,
    feedOwner: owner,
    sourceId,
    value: bytes(0x66, 32),
    signaturesRequired: 2,
    timestampMs: 0x0504_0302n,
    registryVersion: 9n,
    registryCount: 5,
    s: bytes(0x77, 32),
    commitment: bytes(0x88, 20),
    keyForm: { form: 'sum', aggregateKey: bytes(0x99, 64) } as const,
    signersBitmap: Uint8Array.of(...bytes(0, 31), 0x11),
  };
  const claim = (ownerHex: string) => `1a${rep(ownerHex, 32)}${rep('55', 32)}${rep('66', 32)}020203040500000000`;
  const proof = `${rep('77', 32)}${rep('88', 20)}00${rep('99', 64)}11`;
  const accounts = (feedOwner: Address): Roles => [
    ['sw', authority],
    ['', config],
    ['', registryAddress(programId, 9n)],
    ['w', feedAddress(programId, deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired: 2 }))],
    ['', SYSTEM_PROGRAM],
  ];

  it('brings an attestation without the text of its source', () => {
    expectRow(instructions.submit(input), `${claim('22')}0000${proof}`, accounts(owner));
  });

  it("brings one of the pay-per-request path's", () => {
    expectRow(instructions.submit({ ...input, feedOwner: NO_OWNER }), `${claim('00')}0000${proof}`, accounts(NO_OWNER));
  });

  it('brings the text as UTF-8 behind its length, before the proof', () => {
    const { data } = instructions.submit({ ...input, canonicalApiConfig: '{"ä"}' });
    expect(toHex(data)).toBe(`0x${claim('22')}0600${Buffer.from('{"ä"}').toString('hex')}${proof}`);
    expect(() => instructions.submit({ ...input, canonicalApiConfig: 'x'.repeat(65_536) })).toThrow(/^canonicalApiConfig length: /);
  });

  it('names a signer set after the fixed accounts', () => {
    const signerSet = key(0x46);
    const withSet = instructions.submit({ ...input, keyForm: { form: 'signer-set', signerSet } });
    expect(withSet.accounts.slice(5)).toEqual([{ address: signerSet, signer: false, writable: false }]);
  });
});
