import { gatewayKeysOf, type Keypair } from '@oracle-gateway/app-config';
import { proveDurable } from '@oracle-gateway/outbox';
import { repeat, type Repetition } from '@oracle-gateway/process';
import { formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { Config, Secrets } from '../config/config.js';
import { type SettledDeployment, readDeployment } from '../ledger/deployment.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';
import type { PassDeps } from '../pass/pass-deps.js';
import type { SignerSets } from '../signer-sets/signer-sets.js';

/** Parts that settle with one key of the gateway. */
export interface OpenedSettling {
  readonly settling: PassDeps;
  readonly signerSets: SignerSets;
}

/** Parts that sign, or pay, with the gateway's key. */
export interface SigningParts extends Pick<PassDeps, 'gatewayAuthority' | 'payers'> {
  readonly ledger: SettlementLedger;
  readonly signerSets: SignerSets;
}

export interface OpenSettlingDeps {
  readonly durability: Parameters<typeof proveDurable>[0];
  readonly settling: Omit<PassDeps, 'mint' | keyof SigningParts>;
  readonly signingWith: (key: Keypair) => SigningParts;
}

type Keys = Pick<Secrets, 'gatewayKeypair' | 'nextGatewayKeypair'>;
type Settings = Pick<Config, 'programId' | 'network'>;

/** Often enough that a round waits no longer for the next key than for its finality. */
const KEY_INTERVAL_MS = 5_000;

/** Proves the outbox durable, and opens what settles with the gateway's present key. Throws what `proveDurable` and `readDeployment` throw. */
export async function openSettling(deps: OpenSettlingDeps, secrets: Keys, settings: Settings): Promise<OpenedSettling> {
  await proveDurable(deps.durability);
  const [first] = gatewayKeysOf(secrets);
  const parts = deps.signingWith(first);
  const deployment = await readKey(deps, secrets, settings, parts.ledger);
  return openWith(
    deps,
    equalBytes(first.address, deployment.authority) ? parts : deps.signingWith(presentKey(secrets, deployment)),
    deployment,
  );
}

/** Reads the gateway's key until it is stopped. Where it is another than the one that settles, `onExchanged` gets what settles with it. */
export function watchGatewayKey(
  deps: OpenSettlingDeps,
  secrets: Keys,
  settings: Settings,
  opened: OpenedSettling,
  onExchanged: (next: OpenedSettling) => Promise<void>,
): Repetition {
  const { logger, upstreams } = deps.settling;
  let current = opened.settling;
  const watch = async (): Promise<void> => {
    const deployment = await readKey(deps, secrets, settings, current.ledger);
    if (equalBytes(deployment.authority, current.gatewayAuthority)) return;
    const next = openWith(deps, deps.signingWith(presentKey(secrets, deployment)), deployment);
    current = next.settling;
    logger.info(
      { gatewayKey: formatAddress(current.gatewayAuthority) },
      'the key of the gateway was exchanged: settling with the next one',
    );
    await onExchanged(next);
  };
  return repeat(watch, { intervalMs: KEY_INTERVAL_MS, startsLater: true, onError: (error) => upstreams.failed('ledger', error) });
}

function readKey(
  deps: OpenSettlingDeps,
  secrets: Keys,
  { programId, network }: Settings,
  ledger: SettlementLedger,
): Promise<SettledDeployment> {
  const { gateway } = deps.settling;
  return readDeployment(ledger.read, { programId, network, gateway, keys: gatewayKeysOf(secrets).map(({ address }) => address) });
}

function presentKey(secrets: Keys, { authority }: SettledDeployment): Keypair {
  return gatewayKeysOf(secrets).find(({ address }) => equalBytes(address, authority)) ?? secrets.gatewayKeypair;
}

function openWith({ settling }: OpenSettlingDeps, { signerSets, ...signing }: SigningParts, { mint }: SettledDeployment): OpenedSettling {
  return { settling: { ...settling, ...signing, signerSets, mint }, signerSets };
}
