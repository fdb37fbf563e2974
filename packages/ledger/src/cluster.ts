import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { base58, base64 } from '@scure/base';

import type { StoredAccount } from './batch-reader.js';
import { LedgerUnavailableError } from './errors.js';
import { readCount, readFee, readProgramAccounts, textAnswer } from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';
import type { BuiltTransaction } from './transaction.js';

/** Accounts of one program, by the bytes and the length of their data. */
export interface ProgramAccountsInput {
  readonly programId: Address;
  /** First bytes of the data, such as a discriminator. */
  readonly startsWith: Uint8Array;
  /** Bytes at another offset. */
  readonly holds?: { readonly offset: number; readonly bytes: Uint8Array };
  /** Length of the data. */
  readonly dataBytes?: number;
  /** Leaves the data out of the answer, for callers that count accounts. */
  readonly withoutData?: boolean;
}

/** An account with its address. */
export interface OwnedAccount extends StoredAccount {
  readonly address: Address;
}

/** Identity and charges of a cluster. Every method throws LedgerUnavailableError when the server gives no usable answer. */
export interface LedgerCluster {
  /** CAIP-2 id: `solana:` and the first 32 characters of the genesis block's hash. */
  network(): Promise<string>;
  /** Lamports that an account of this size must hold. */
  minimumRent(dataBytes: number): Promise<bigint>;
  /** Lamports that the signer pays for a transaction, priority fee included. */
  fee(transaction: Pick<BuiltTransaction, 'wire'>): Promise<bigint>;
  /** Accounts in the order of their addresses. Servers may refuse the method, or a list above their limit (RpcRefusalError). */
  programAccounts(input: ProgramAccountsInput): Promise<readonly OwnedAccount[]>;
}

const CAIP2_REFERENCE_CHARACTERS = 32;
/** The number of signatures, one byte, and one signature precede the message. */
const MESSAGE_OFFSET = 65;

/** Reads identity and charges of the cluster that an RPC client is of. */
export function createLedgerCluster({
  rpc,
  commitment = 'confirmed',
}: {
  readonly rpc: RpcCall;
  readonly commitment?: Commitment;
}): LedgerCluster {
  return {
    async network() {
      const genesisHash = textAnswer(await rpc('getGenesisHash', []), 'getGenesisHash');
      return `solana:${genesisHash.slice(0, CAIP2_REFERENCE_CHARACTERS)}`;
    },
    async minimumRent(dataBytes) {
      const method = 'getMinimumBalanceForRentExemption';
      return BigInt(readCount(await rpc(method, [dataBytes]), method));
    },
    async fee({ wire }) {
      const method = 'getFeeForMessage';
      const fee = readFee(await rpc(method, [base64.encode(wire.subarray(MESSAGE_OFFSET)), { commitment }]), method);
      if (fee === null)
        throw new LedgerUnavailableError(method, 'the server does not know the blockhash; build the transaction again', { effect: 'none' });
      return BigInt(fee);
    },
    async programAccounts({ programId, startsWith, holds, dataBytes, withoutData = false }) {
      const method = 'getProgramAccounts';
      const filters = [
        ...(dataBytes === undefined ? [] : [{ dataSize: dataBytes }]),
        memcmp(0, startsWith),
        ...(holds === undefined ? [] : [memcmp(holds.offset, holds.bytes)]),
      ];
      const slice = withoutData ? { dataSlice: { offset: 0, length: 0 } } : {};
      const result = await rpc(method, [formatAddress(programId), { encoding: 'base64', commitment, filters, ...slice }]);
      const accounts = readProgramAccounts(result, method);
      return accounts
        .map(({ pubkey, owner, ...account }) => ({ address: parseAddress(pubkey), owner: parseAddress(owner), ...account }))
        .sort((a, b) => Buffer.compare(a.address, b.address));
    },
  };
}

function memcmp(offset: number, bytes: Uint8Array): object {
  return { memcmp: { offset, bytes: base58.encode(bytes), encoding: 'base58' } };
}
