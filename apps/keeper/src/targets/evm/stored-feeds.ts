import {
  evmListOf,
  evmRoundOf,
  updateManyCalldata,
  updateManyWithKeysCalldata,
  updateOneCalldata,
  updateOneWithKeysCalldata,
} from '@oracle-gateway/evm';
import { storedFeedsAbi } from '@oracle-gateway/evm/abi';
import { type SourceId, toHex, isList } from '@oracle-gateway/protocol';
import { LIST_GROUP } from '@oracle-gateway/protocol/internal';
import type { Hex } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { EvmOracles } from './evm-oracle.js';
import type { EvmServers } from './evm-servers.js';
import { createOracleReader, type EvmStore, isRevert, type StoredValue } from './evm-store.js';
import { signerSetOf } from './evm-signer-sets.js';

/** Values of one call, at most. */
const MAX_VALUES = 256;

/** A contract that derives from StoredFeeds.sol: many sources of one owner and quorum, called as CrossConsumer.sol has it. */
export function createStoredFeeds(
  { servers, oracles }: { readonly servers: EvmServers; readonly oracles: EvmOracles },
  { target, address }: { readonly target: string; readonly address: Hex },
): EvmStore {
  const contract = { address, abi: storedFeedsAbi } as const;
  const oracleOf = createOracleReader({ servers }, { address });
  let fixed: { readonly owner: Hex; readonly quorum: number } | undefined;

  async function settings() {
    if (fixed !== undefined) return fixed;
    try {
      const [owner, quorum] = await servers.ask(
        (client) =>
          Promise.all([
            client.readContract({ ...contract, functionName: 'owner' }),
            client.readContract({ ...contract, functionName: 'signaturesRequired' }),
          ]),
        isRevert,
      );
      return (fixed = { owner, quorum });
    } catch (error) {
      if (!isRevert(error)) throw error;
      throw new TargetUnavailableError(target, `${address} has no feeds of many sources: correct contract, or name it in contracts`);
    }
  }

  const latest = joinedReads(async (sourceIds, blockNumber) => {
    const at = blockNumber === undefined ? {} : { blockNumber };
    const values = await servers.ask((client) =>
      client.readContract({ ...contract, ...at, functionName: 'latestMany', args: [sourceIds] }),
    );
    return values.map(({ value, observedAtMs }) => (observedAtMs === 0n ? null : { value, observedAtMs: Number(observedAtMs) }));
  });

  return {
    address,
    oracle: async () => oracles.at(await oracleOf()),
    async requireFeed({ feedOwner, quorum }) {
      const own = await settings();
      if (own.owner === toHex(feedOwner) && own.quorum === quorum) return;
      throw new TargetUnavailableError(
        target,
        'its contract keeps feeds of another owner or quorum: correct account or quorum of the feed, or keep it elsewhere',
      );
    },
    stored: (sourceIds, blockNumber) => latest(sourceIds.map(hexOf), blockNumber),
    callOf({ subject }, answer, places) {
      if (!isList(subject.form)) {
        const round = evmRoundOf({ ...answer, form: subject.form });
        return { withKeys: updateOneWithKeysCalldata(round), withSet: updateOneCalldata(round), signers: signerSetOf(round) };
      }
      const groups = [...new Set(places.map((place) => Math.floor(place / LIST_GROUP)))];
      const round = evmListOf({ ...answer, groups });
      return { withKeys: updateManyWithKeysCalldata(round), withSet: updateManyCalldata(round), signers: signerSetOf(round) };
    },
  };
}

type Read = (sourceIds: readonly Hex[], blockNumber?: bigint) => Promise<readonly (StoredValue | null)[]>;

/** Reads of the latest block that begin in one turn of the event loop are one call: a keeper asks for all its feeds at once. */
function joinedReads(read: Read): Read {
  let waiting: { readonly sourceIds: Hex[]; readonly values: ReturnType<Read> } | undefined;
  function joinable(): NonNullable<typeof waiting> {
    const sourceIds: Hex[] = [];
    const values = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      waiting = undefined;
      return read(sourceIds);
    });
    return (waiting = { sourceIds, values });
  }
  return async (sourceIds, blockNumber) => {
    if (blockNumber !== undefined || sourceIds.length > MAX_VALUES) return read(sourceIds, blockNumber);
    const call = waiting !== undefined && waiting.sourceIds.length + sourceIds.length <= MAX_VALUES ? waiting : joinable();
    const first = call.sourceIds.push(...sourceIds) - sourceIds.length;
    return (await call.values).slice(first, first + sourceIds.length);
  };
}

function hexOf(bytes: SourceId): Hex {
  return `0x${toHex(bytes).slice(2)}`;
}
