import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { base58, base64 } from '@scure/base';

import type { HeldAccount } from './batch-reader.js';
import { LedgerUnavailableError } from './errors.js';
import { readCount, readFee, readProgramAccounts, readText } from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';
import type { BuiltTransaction } from './transaction.js';

/** Accounts of one program that are alike. */
export interface ProgramAccountsInput {
  readonly programId: Address;
  /** The first bytes of the accounts' data, such as a discriminator. */
  readonly startsWith: Uint8Array;
  /** Bytes that they have at another place, too. */
  readonly holds?: { readonly offset: number; readonly bytes: Uint8Array };
  /** The length of their data. */
  readonly dataBytes?: number;
  /** Leaves the data out of the answer, where only their number counts. */
  readonly withoutData?: boolean;
}

export interface OwnedAccount extends HeldAccount {
  readonly address: Address;
}

/** What a cluster says of itself and takes. Every method throws LedgerUnavailableError when the server gives no usable answer. */
export interface LedgerCluster {
  /** CAIP-2 id: `solana:` and the first 32 characters of the genesis block's hash. */
  network(): Promise<string>;
  /** Lamports that an account of so many bytes must hold. */
  minimumRent(dataBytes: number): Promise<bigint>;
  /** Lamports that the signer of a transaction is charged for it, priority fee included. */
  fee(transaction: Pick<BuiltTransaction, 'wire'>): Promise<bigint>;
  /** In the order of their addresses. Servers may refuse it (RpcRefusalError), and refuse more than their limit. */
  programAccounts(input: ProgramAccountsInput): Promise<readonly OwnedAccount[]>;
}

const CAIP2_REFERENCE_CHARACTERS = 32;
/** One signature and the byte that counts it come before the message. */
const MESSAGE_OFFSET = 65;

export function createLedgerCluster({
  rpc,
  commitment = 'confirmed',
}: {
  readonly rpc: RpcCall;
  readonly commitment?: Commitment;
}): LedgerCluster {
  return {
    async network() {
      const genesisHash = readText(await rpc('getGenesisHash', []), 'getGenesisHash');
      return `solana:${genesisHash.slice(0, CAIP2_REFERENCE_CHARACTERS)}`;
    },
    async minimumRent(dataBytes) {
      const method = 'getMinimumBalanceForRentExemption';
      return BigInt(readCount(await rpc(method, [dataBytes]), method));
    },
    async fee({ wire }) {
      const method = 'getFeeForMessage';
      const fee = readFee(await rpc(method, [base64.encode(wire.subarray(MESSAGE_OFFSET)), { commitment }]), method);
      if (fee === null) throw new LedgerUnavailableError(method, 'the blockhash is not known', { effect: 'none' });
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
