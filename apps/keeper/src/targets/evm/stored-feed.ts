import { evmRoundOf, updateCalldata, updateWithKeysCalldata } from '@oracle-gateway/evm';
import { storedFeedAbi } from '@oracle-gateway/evm/abi';
import { toHex, isList } from '@oracle-gateway/protocol';
import type { Hex } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { EvmOracles } from './evm-oracle.js';
import type { EvmServers } from './evm-servers.js';
import { createOracleReader, type EvmStore, isRevert } from './evm-store.js';
import { signerSetOf } from './evm-signer-sets.js';

/** A contract that derives from StoredFeed.sol: one feed, called as PriceConsumer.sol has it. It takes no value of a list. */
export function createStoredFeed(
  { servers, oracles }: { readonly servers: EvmServers; readonly oracles: EvmOracles },
  { target, address }: { readonly target: string; readonly address: Hex },
): EvmStore {
  const contract = { address, abi: storedFeedAbi } as const;
  const oracleOf = createOracleReader({ servers }, { address });
  let fixed: { readonly feedId: Hex; readonly form: number } | undefined;

  async function settings() {
    if (fixed !== undefined) return fixed;
    try {
      const [feedId, form] = await servers.ask(
        (client) =>
          Promise.all([
            client.readContract({ ...contract, functionName: 'feedId' }),
            client.readContract({ ...contract, functionName: 'form' }),
          ]),
        isRevert,
      );
      return (fixed = { feedId, form });
    } catch (error) {
      if (!isRevert(error)) throw error;
      throw new TargetUnavailableError(target, `${address} has no single feed: correct contracts, or name it as contract`);
    }
  }

  return {
    address,
    oracle: async () => oracles.at(await oracleOf()),
    async requireFeed({ feedId, subject }) {
      const own = await settings();
      if (own.feedId === toHex(feedId) && own.form === subject.form) return;
      throw new TargetUnavailableError(target, 'its contract keeps another feed: correct contracts, account, quorum or source of the feed');
    },
    async stored(sourceIds, blockNumber) {
      const at = blockNumber === undefined ? {} : { blockNumber };
      const [value, observedAtMs] = await servers.ask((client) => client.readContract({ ...contract, ...at, functionName: 'latest' }));
      return sourceIds.map(() => (observedAtMs === 0n ? null : { value, observedAtMs: Number(observedAtMs) }));
    },
    callOf({ subject: { form } }, answer) {
      if (isList(form)) return null;
      const round = evmRoundOf({ ...answer, form });
      return { withKeys: updateWithKeysCalldata(round), withSet: updateCalldata(round), signers: signerSetOf(round) };
    },
  };
}
