import { type Address, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { equalBytes, formatMoney, USD_DECIMALS } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  associatedTokenAddress,
  configAddress,
  type ConfigAccount,
  decodeConfig,
  decodeGateway,
  gatewayIsActive,
  readMint,
  readTokenHolding,
} from '@oracle-gateway/protocol/accounts';
import { ClientUsageError, VerificationError } from '../base/errors.js';
import type { Deployment } from '../ledger/deployment.js';
import { type LedgerAccount, type LedgerRpc, readAccounts } from '../ledger/read-accounts.js';
import { balanceOf } from './read-ledger.js';
import { NotOfferedError } from './not-offered-error.js';
import type { Offer } from './offer.js';

/** The ledger as one key sees it that subscribes, or pays in. */
export interface SubscriberLedger extends Pick<Deployment, 'programId' | 'deploymentId'> {
  readonly rpc: LedgerRpc;
  /** The key that signs and pays. */
  readonly owner: Address;
  /** Account of the gateway. */
  readonly gateway: Address;
}

/** An account of the program; null where the address has none. @throws TransportError, AccountDecodeError */
export async function readOf<T>(
  { rpc, programId }: Pick<SubscriberLedger, 'rpc' | 'programId'>,
  address: Address,
  decode: (data: Uint8Array) => T,
  signal?: AbortSignal,
): Promise<T | null> {
  const [account] = await readAccounts(rpc, [address], signal);
  return ofProgram(programId, account) ? decode(account.data) : null;
}

export function ofProgram(programId: Address, account: LedgerAccount | null | undefined): account is LedgerAccount {
  return account !== null && account !== undefined && account.owner === formatAddress(programId);
}

/** Prices and settings, of the deployment that the caller named. @throws TransportError, ClientUsageError, VerificationError */
export async function deploymentSettings(ledger: SubscriberLedger, signal?: AbortSignal): Promise<ConfigAccount> {
  const config = await readOf(ledger, configAddress(ledger.programId), decodeConfig, signal);
  if (config === null) throw new ClientUsageError('ledger', 'the ledger has no Config of this program; compare rpcUrl and programId');
  if (!equalBytes(config.deploymentId, ledger.deploymentId))
    throw new VerificationError('other_deployment', 'ledger.network: must be the network that the program was deployed for');
  const [mint] = await readAccounts(ledger.rpc, [config.mint], signal);
  const terms = mint === null || mint === undefined ? null : readMint(stored(mint));
  if (terms?.decimals !== USD_DECIMALS)
    throw new NotOfferedError('program', `its stablecoin must have ${USD_DECIMALS} decimal places, so that amounts are dollars`);
  return config;
}

/** @throws NotOfferedError unless the gateway is registered and in service */
export async function requireGatewayInService(ledger: SubscriberLedger, signal?: AbortSignal): Promise<void> {
  const account = await readOf(
    ledger,
    ledger.gateway,
    (data) => (data.length === ACCOUNT_BYTES.gateway ? decodeGateway(data) : null),
    signal,
  );
  const name = formatAddress(ledger.gateway);
  if (account === null) throw new NotOfferedError('gateway', `${name} is no gateway of this program; compare gateway and program`);
  if (!gatewayIsActive(account)) throw new NotOfferedError('gateway', `${name} is out of service; ask its operator`);
}

/** Tokens of the owner's associated token account; null where there is no such account. @throws TransportError */
export async function tokensOf(rpc: LedgerRpc, owner: Address, mint: Address, signal?: AbortSignal): Promise<bigint | null> {
  const [account] = await readAccounts(rpc, [associatedTokenAddress(owner, mint)], signal);
  const holding = account === null || account === undefined ? null : readTokenHolding(stored(account));
  return holding !== null && equalBytes(holding.owner, owner) && equalBytes(holding.mint, mint) ? holding.amountAtomic : null;
}

/** The offer, once the key holds what it costs. @throws NotOfferedError, TransportError */
export async function affordable(ledger: SubscriberLedger, offer: Offer, mint: Address, signal?: AbortSignal): Promise<Offer> {
  const { rpc, owner } = ledger;
  const needed = offer.feeLamports + offer.rentLamports;
  const [lamports, tokens] = await Promise.all([
    balanceOf(rpc, owner, signal),
    offer.priceAtomic === 0n ? 0n : tokensOf(rpc, owner, mint, signal),
  ]);
  if ((tokens ?? 0n) < offer.priceAtomic)
    throw new NotOfferedError(
      'key',
      `${formatAddress(owner)} holds ${formatMoney(tokens ?? 0n)} of the stablecoin, and needs ${formatMoney(offer.priceAtomic)}; send it tokens of ${formatAddress(mint)}`,
    );
  if (lamports < needed)
    throw new NotOfferedError(
      'key',
      `${formatAddress(owner)} holds ${lamports} lamports, and needs ${needed} for fee and rent; send it SOL`,
    );
  return offer;
}

function stored({ owner, data }: LedgerAccount): { readonly owner: Address; readonly data: Uint8Array } {
  return { owner: parseAddress(owner), data };
}
