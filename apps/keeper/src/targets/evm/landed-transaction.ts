import { oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import type { Logger } from 'pino';
import { isAddressEqual, numberToHex, parseEventLogs, type TransactionReceipt } from 'viem';

/**
 * Tells the log what a transaction has done to the registry of the contract that it called. Values have lines of their own; of those, only one
 * that was reverted is told.
 * @param landed.fee cost, gwei
 */
export function tellLanded(
  { logger }: { readonly logger: Pick<Logger, 'info'> },
  { receipt, fee }: { readonly receipt: TransactionReceipt; readonly fee: bigint },
): void {
  const { to, transactionHash: signature, status } = receipt;
  if (to === null) return;
  const [contract, cost] = [to.toLowerCase(), { signature, fee: `${fee}` }];
  if (status === 'reverted') {
    logger.info({ contract, ...cost }, 'a transaction was reverted in its block and did nothing: another party may have been first');
    return;
  }
  const own = receipt.logs.filter(({ address }) => isAddressEqual(address, to));
  for (const { eventName, args } of parseEventLogs({ abi: oracleGatewayAbi, logs: own })) {
    const version = `${args.version}`;
    switch (eventName) {
      case 'SnapshotAccepted':
        logger.info({ contract, version, ...cost }, 'brought a registry version');
        break;
      case 'SignerSetAdded':
        logger.info({ contract, version, signersBitmap: numberToHex(args.signersBitmap), ...cost }, 'added a signer set');
    }
  }
}
