import { integerSetting, type Keypair, readSigner, text } from '@oracle-gateway/app-config';
import {
  createLedgerSender,
  createPriorityFee,
  MAX_SHOWN_SOURCE_BYTES,
  submitComputeUnits,
  submitManyComputeUnits,
} from '@oracle-gateway/ledger';
import { formatAddress, MAX_NODES } from '@oracle-gateway/protocol';
import { LIST_GROUP } from '@oracle-gateway/protocol/internal';
import { type Static, Type } from '@sinclair/typebox';
import type { ConfiguredTarget, TargetKind, TargetSecrets } from '../target-kind.js';
import { createSolanaTarget } from './create-solana-target.js';
import { lamportsOf } from './lamports.js';
import { createRaisedFees } from './raised-fees.js';

const MEMBERS = {
  keypair_path: Type.Optional(
    text(
      'File with the key that pays for transactions, 64 numbers as the Solana CLI writes them, or `unix:` and the socket of a signer. For `solana`.',
      {
        title: 'the path of a file, or the socket of a signer',
      },
    ),
  ),
  priority_fee_percentile: Type.Optional(
    integerSetting('Percentile of the priority fees in recent blocks; a transaction offers as much. For `solana`; default: 75.', {
      minimum: 1,
      maximum: 100,
    }),
  ),
  priority_fee_cap_micro_lamports: Type.Optional(
    integerSetting(
      'Highest priority fee that a transaction offers, in micro-lamports per compute unit. 0: no priority fee. For `solana`; default: 50000.',
      { minimum: 0, maximum: 1_000_000_000 },
    ),
  ),
};
const TABLE = Type.Object(MEMBERS);

export interface SolanaTargetSettings {
  readonly name: string;
  readonly maxFeesPerDay: bigint | null;
  /** Micro-lamports per compute unit. */
  readonly priorityFee: { readonly percentile: number; readonly capMicroLamports: number };
}

const DEFAULTS = { percentile: 75, capMicroLamports: 50_000 };
const FEE_LIMITS = { timeoutMs: 1_000, maxAnswerBytes: 256 * 1_024 } as const;

/** The program of `[solana]`. */
export const solana: TargetKind<Static<typeof TABLE>> & { readonly members: typeof MEMBERS } = {
  members: MEMBERS,
  maxTextBytes: MAX_SHOWN_SOURCE_BYTES,
  description: 'the program of `[solana]`',
  isSingle: true,
  read: ({ name, maxFeesPerDay, table: { priority_fee_percentile: percentile, priority_fee_cap_micro_lamports: cap } }) =>
    solanaTarget({
      ...{ name, maxFeesPerDay },
      priorityFee: { percentile: percentile ?? DEFAULTS.percentile, capMicroLamports: cap ?? DEFAULTS.capMicroLamports },
    }),
  async readSecrets({ name, table }, place) {
    return { payer: await readSigner({ ...place, key: `targets.${name}.keypair_path`, value: table.keypair_path }), rpcUrls: [] };
  },
};

export function solanaTarget(settings: SolanaTargetSettings): ConfiguredTarget & SolanaTargetSettings {
  const { name, priorityFee } = settings;
  const cap = BigInt(priorityFee.capMicroLamports);
  return {
    ...settings,
    kind: 'solana',
    ...{ alone: [], keepsOthers: true },
    describe: (secrets) => `solana, payer ${formatAddress(signerOf(secrets).address)}`,
    costOf({ quorum, feeds }) {
      const units = feeds === 1 ? submitComputeUnits(quorum) : submitManyComputeUnits(quorum, LIST_GROUP);
      const transactions = Math.ceil(feeds / LIST_GROUP);
      const [least, most] = [lamportsOf(units, 0n), lamportsOf(units, cap)].map((one) => BigInt(transactions) * one);
      return { target: name, unit: 'lamports', transactions, least: least ?? 0n, most: most ?? 0n };
    },
    open(secrets, { programId, reader, rpc, servers, budget, nowMs, wait }) {
      const signer = signerOf(secrets);
      return createSolanaTarget({
        ...{ name, programId, payer: signer.address, reader, budget, nowMs, wait },
        sender: createLedgerSender({ rpc, signer }),
        fees: createRaisedFees(
          {
            feeOf: (feed) =>
              createPriorityFee({
                ...{ rpc: servers.optionalClient(FEE_LIMITS), accounts: [feed], percentile: priorityFee.percentile },
                ...{ capMicroLamports: cap, deadlineMs: FEE_LIMITS.timeoutMs },
              }),
          },
          { capMicroLamports: cap },
        ),
        mostLamports: lamportsOf(submitManyComputeUnits(MAX_NODES, LIST_GROUP), cap),
      });
    },
  };
}

function signerOf({ payer }: TargetSecrets): Keypair {
  if (payer instanceof Uint8Array) throw new TypeError('a payer of another kind');
  return payer;
}
