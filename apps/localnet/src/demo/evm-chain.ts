import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { updateManyWithKeysCalldata, verifyWithKeysCalldata, type EvmListRound, type EvmRound, type Hex } from '@oracle-gateway/evm';
import { toHex } from '@oracle-gateway/protocol';

import { projectRoot } from '../base/project-root.js';
import { DemoFailure } from './demo-failure.js';
import type { RegisteredNode } from './node-registrations.js';

/** Compiling takes some seconds the first time. */
const LIMIT_MS = 120_000;
const SELECTOR_DIGITS = '0x'.length + 8;
const WORD_DIGITS = 64;
/** The value is the first word of the answer, after three words of the feed. */
const END_OF_VALUE = SELECTOR_DIGITS + 5 * WORD_DIGITS;

export interface EvmChainInput {
  /** Bytes of the first registry snapshot. */
  readonly first: Uint8Array;
  readonly registrations: readonly RegisteredNode[];
  readonly round: EvmRound;
  readonly list: {
    readonly round: EvmListRound;
    /** Owner of its feeds, 32 bytes. */
    readonly owner: Uint8Array;
    /** Two of its sources, with the values that the contract must read. */
    readonly read: readonly { readonly sourceId: Uint8Array; readonly value: Uint8Array }[];
  };
  /** Time of the chain. */
  readonly nowSeconds: number;
}

/**
 * Deploys the contract in forge's EVM, with the nodes' own proofs, and has it verify the round. The contract must accept the round, and
 * refuse it with one bit of the value changed. `CrossConsumer` must take the list and give two of its values. Throws DemoFailure.
 */
export async function requireEvmVerdicts({ first, registrations, round, list: listed, nowSeconds }: EvmChainInput): Promise<void> {
  const answer = verifyWithKeysCalldata(round);
  const list = (field: keyof RegisteredNode): string => registrations.map((registration) => String(registration[field])).join(',');
  await runForge({
    FIRST: toHex(first),
    INDICES: list('index'),
    ENCRYPTION_KEYS: list('encryptionKey'),
    OPERATORS: list('operator'),
    ENDPOINTS: list('endpoint'),
    S: list('s'),
    COMMITMENTS: list('commitment'),
    NOW: String(nowSeconds),
    ANSWER: answer,
    FORGED: withLastBitOfValueChanged(answer),
    LIST: updateManyWithKeysCalldata(listed.round),
    OWNER: toHex(listed.owner),
    QUORUM: String(listed.round.feed.signaturesRequired),
    SOURCES: listed.read.map(({ sourceId }) => toHex(sourceId)).join(','),
    VALUES: listed.read.map(({ value }) => BigInt(toHex(value))).join(','),
  });
}

/** The calldata of `verifyWithKeys`, for another value. */
export function withLastBitOfValueChanged(calldata: Hex): Hex {
  const digit = Number.parseInt(calldata.charAt(END_OF_VALUE - 1), 16) ^ 1;
  return `0x${calldata.slice(2, END_OF_VALUE - 1)}${digit.toString(16)}${calldata.slice(END_OF_VALUE)}`;
}

function runForge(variables: Readonly<Record<string, string>>): Promise<void> {
  const contracts = join(projectRoot(), 'contracts', 'evm');
  const forge = join(contracts, 'node_modules', '@foundry-rs', 'forge', 'bin.mjs');
  const named = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`DEMO_${name}`, value]));
  const env = { ...process.env, ...named, FOUNDRY_PROFILE: 'demo', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [forge, 'test'], { cwd: contracts, env, timeout: LIMIT_MS }, (error, output, errors) => {
      if (error === null && /\b1 tests? passed, 0 failed, 0 skipped/.test(output)) resolve();
      else reject(new DemoFailure(`the contract in the EVM did not answer as it must:\n${output}${errors}`));
    });
  });
}
