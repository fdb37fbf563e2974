import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  agentRoundAddress,
  deriveFeedId,
  NO_OWNER,
  roundAddress,
  toHex,
  unixSeconds,
  type Address,
  type SourceId,
  SOURCE_FORM,
  toForm,
} from '@oracle-gateway/protocol';
import { associatedTokenAddress, delegateAddress, escrowAddress, feedAddress, registryAddress } from '@oracle-gateway/protocol/accounts';
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
  programId,
  rep,
  subscription,
  treasury,
  type Roles,
} from '../../tests/instruction-rows.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '@oracle-gateway/protocol/instructions';
import { instructions } from './index.js';

describe('14 settle_round', () => {
  const sourceId = bytes(0x55, 32) as SourceId;
  const bitmap = (...lastBytes: number[]): Uint8Array => Uint8Array.of(...bytes(0, 32 - lastBytes.length), ...lastBytes);
  const input = {
    programId,
    gatewayAuthority,
    gateway,
    subscriptionOwner: owner,
    feedOwner: owner,
    sourceId,
    value: bytes(0x66, 32),
    signaturesRequired: 2,
    form: toForm(0x83),
    timestampSeconds: 0x0504_0302,
    observedAtMs: 0x0807_0605,
    registryVersion: 9n,
    registryCount: 5,
    s: bytes(0x77, 32),
    commitment: bytes(0x88, 20),
    keyForm: { form: 'sum', aggregateKey: Uint8Array.of(...bytes(0x99, 32), ...bytes(0xab, 32)) } as const,
    signersBitmap: bitmap(0x11),
  };
  const beforeKeyForm = `0e${rep('55', 32)}${rep('66', 32)}028302030405000000000506070800000000${rep('77', 32)}${rep('88', 20)}`;
  const fixed = `${beforeKeyForm}00${rep('99', 32)}${rep('ab', 32)}`;

  it("writes the receipt of the round's identity", () => {
    const receipt = roundAddress({
      programId,
      feedOwner: owner,
      sourceId,
      signaturesRequired: 2,
      timestampSeconds: unixSeconds(0x0504_0302),
    });
    const accounts = (payer: Address): Roles => [
      ['s', gatewayAuthority],
      ['sw', payer],
      ['', config],
      ['', gateway],
      ['w', subscription],
      ['', registryAddress(programId, 9n)],
      ['w', receipt],
      ['', SYSTEM_PROGRAM],
      ['', programId],
      ['', programId],
    ];
    expectRow(instructions.settleRound(input), `${fixed}11`, accounts(gatewayAuthority));
    expectRow(instructions.settleRound({ ...input, feePayer: key(0x4d) }), `${fixed}11`, accounts(key(0x4d)));
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
    expect(ofThree.slice(2 + 2 * 135)).toBe(`01${rep('91', 32)}${rep('92', 32)}11`);
    expect(() => instructions.settleRound(slopes(0))).toThrow(/^slopes: /);
    expect(() => instructions.settleRound(slopes(2))).toThrow(/^slopes: /);
  });

  it('names a signer set after the fixed accounts and sends no key', () => {
    const signerSet = key(0x46);
    const { accounts, data } = instructions.settleRound({ ...input, keyForm: { form: 'signer-set', signerSet } });
    expect(toHex(data)).toBe(`0x${beforeKeyForm}0211`);
    expect(accounts.slice(7)).toEqual([
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
    expect(ofDelegate.accounts.slice(6)).toEqual([receipt, systemProgram, noSignerSet, account]);
    const withSet = instructions.settleRound({ ...input, feedOwner: delegate, keyForm: { form: 'signer-set', signerSet } });
    expect(withSet.accounts.slice(8)).toEqual([{ address: signerSet, signer: false, writable: false }, account]);
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
    gateway,
    payer: agent,
    mint,
    sourceId,
    value: bytes(0x66, 32),
    signaturesRequired: 2,
    form: SOURCE_FORM,
    canonicalTimestampSeconds: 0x0504_0302,
    observedAtMs: 0x0807_0605,
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
    ['s', gatewayAuthority],
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
  const beforeProof = `15${rep('55', 32)}${rep('66', 32)}020102030405000000000506070800000000090a000000000000${rep('cd', 64)}`;

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
    expect(accounts[9]).toEqual({ address: key(0x47), signer: false, writable: true });
  });

  it('21 settle_agent_round is paid by another key', () => {
    const { accounts } = instructions.settleAgentRound({ ...input, feePayer: key(0x4d) });
    expect(accounts.slice(0, 2)).toEqual([
      { address: gatewayAuthority, signer: true, writable: false },
      { address: key(0x4d), signer: true, writable: true },
    ]);
  });

  it.each([63, 65])('21 settle_agent_round refuses a request signature of %d bytes', (length) => {
    expect(() => instructions.settleAgentRound({ ...input, requestSignature: bytes(1, length) })).toThrow(/^requestSignature: /);
  });

  it.each([
    ['22 pause_escrow', instructions.pauseEscrow, '16'],
    ['24 request_withdraw', instructions.requestWithdraw, '18'],
  ] as const)('%s', (_name, build, data) => {
    expectRow(build({ programId, payer: agent, gateway }), data, [
      ['sw', agent],
      ['', config],
      ['', gateway],
      ['w', escrow],
      ['', SYSTEM_PROGRAM],
    ]);
  });

  it('23 resume_escrow', () => {
    expectRow(instructions.resumeEscrow({ programId, payer: agent, gateway }), '17', [
      ['s', agent],
      ['', config],
      ['w', escrow],
    ]);
  });

  it.each([
    ['to the payer’s associated token account', {}, associatedTokenAddress(agent, mint)],
    ['to another one', { destination: key(0x48) }, key(0x48)],
  ])('25 withdraw_escrow %s', (_name, changes, destination) => {
    const withdrawal = { programId, payer: agent, gateway, mint, amountAtomic: 0x0100n, ...changes };
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

describe('26 submit', () => {
  const sourceId = bytes(0x55, 32) as SourceId;
  const input = {
    programId,
    payer: authority,
    feedOwner: owner,
    sourceId,
    value: bytes(0x66, 32),
    signaturesRequired: 2,
    form: toForm(3),
    timestampMs: 0x0504_0302n,
    observedAtMs: 0x0807_0605n,
    registryVersion: 9n,
    registryCount: 5,
    s: bytes(0x77, 32),
    commitment: bytes(0x88, 20),
    keyForm: { form: 'sum', aggregateKey: bytes(0x99, 64) } as const,
    signersBitmap: Uint8Array.of(...bytes(0, 31), 0x11),
  };
  const claim = (ownerHex: string) => `1a${rep(ownerHex, 32)}${rep('55', 32)}${rep('66', 32)}020302030405000000000506070800000000`;
  const proof = `${rep('77', 32)}${rep('88', 20)}00${rep('99', 64)}11`;
  const accounts = (feedOwner: Address): Roles => [
    ['sw', authority],
    ['', config],
    ['', registryAddress(programId, 9n)],
    ['w', feedAddress(programId, deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired: 2 }))],
    ['', SYSTEM_PROGRAM],
  ];

  it('brings an attestation of a path with an owner', () => {
    expectRow(instructions.submit(input), `${claim('22')}${proof}`, accounts(owner));
  });

  it("brings one of the pay-per-request path's", () => {
    expectRow(instructions.submit({ ...input, feedOwner: NO_OWNER }), `${claim('00')}${proof}`, accounts(NO_OWNER));
  });

  it('names a signer set after the fixed accounts', () => {
    const signerSet = key(0x46);
    const withSet = instructions.submit({ ...input, keyForm: { form: 'signer-set', signerSet } });
    expect(withSet.accounts.slice(5)).toEqual([{ address: signerSet, signer: false, writable: false }]);
  });
});

describe('36 show_source', () => {
  it('creates or completes the feed of the text', () => {
    const text = new TextEncoder().encode('{"ä"}');
    const sourceId = keccak_256(text) as Uint8Array as SourceId;
    expectRow(
      instructions.showSource({ programId, payer: authority, feedOwner: owner, signaturesRequired: 2, text }),
      `24${rep('22', 32)}02${Buffer.from(text).toString('hex')}`,
      [
        ['sw', authority],
        ['w', feedAddress(programId, deriveFeedId({ owner, sourceId, signaturesRequired: 2 }))],
        ['', SYSTEM_PROGRAM],
      ],
    );
  });
});

describe('37 submit_many', () => {
  const source = (fill: number) => bytes(fill, 32) as SourceId;
  const feedOf = (sourceId: SourceId) => feedAddress(programId, deriveFeedId({ owner, sourceId, signaturesRequired: 2 }));
  const input = {
    programId,
    payer: authority,
    feedOwner: owner,
    sourceId: source(0x55),
    signaturesRequired: 2,
    timestampMs: 0x0504_0302n,
    observedAtMs: 0x0807_0605n,
    sources: 6,
    groups: [
      { hash: bytes(0x31, 32) },
      {
        entries: [
          { sourceId: source(0x05), value: bytes(0x66, 32) },
          { sourceId: source(0x06), value: null },
        ],
      },
    ],
    registryVersion: 9n,
    registryCount: 5,
    s: bytes(0x77, 32),
    commitment: bytes(0x88, 20),
    keyForm: { form: 'sum', aggregateKey: bytes(0x99, 64) } as const,
    signersBitmap: Uint8Array.of(...bytes(0, 31), 0x11),
  };
  const head = `25${rep('22', 32)}${rep('55', 32)}0202030405000000000506070800000000`;
  const proof = `${rep('77', 32)}${rep('88', 20)}00${rep('99', 64)}11`;
  const fixed: Roles = [
    ['sw', authority],
    ['', config],
    ['', registryAddress(programId, 9n)],
    ['', SYSTEM_PROGRAM],
  ];
  const second = `${rep('05', 32)}01${rep('66', 32)}${rep('06', 32)}${rep('00', 33)}`;

  it('shows the entries of a group and the hash of another, and names the feed of each shown value', () => {
    expectRow(instructions.submitMany(input), `${head}0602${rep('31', 32)}${second}${proof}`, [...fixed, ['w', feedOf(source(0x05))]]);
  });

  it('names a signer set before the feeds, and this program for a feed that is left out', () => {
    const [signerSet, first] = [
      key(0x46),
      [1, 2, 3, 4].map((fill) => ({ sourceId: source(fill), value: bytes(0x60 + fill, 32), write: fill !== 2 })),
    ];
    const groups = [{ entries: first }, input.groups[1]!];
    const { accounts } = instructions.submitMany({ ...input, groups, keyForm: { form: 'signer-set', signerSet } });
    expect(accounts.slice(4).map(({ address, writable }) => [toHex(address), writable])).toEqual([
      [toHex(signerSet), false],
      [toHex(feedOf(source(1))), true],
      [toHex(programId), false],
      ...[3, 4, 5].map((fill) => [toHex(feedOf(source(fill))), true]),
    ]);
  });

  it.each([
    [{ sources: 1 }, /^sources: /],
    [{ sources: 33 }, /^sources: /],
    [{ sources: 9 }, /^groups: must be one for every four/],
    [{ sources: 7 }, /^groups: number 1 must have 3 entries/],
    [{ groups: [{ hash: bytes(1, 31) }, input.groups[1]!] }, /^groups: a hash must be 32 bytes/],
  ])('refuses groups of another form: %o', (changes, message) => {
    expect(() => instructions.submitMany({ ...input, ...changes })).toThrow(message);
  });
});
