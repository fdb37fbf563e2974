import {
  ConfigError,
  type Environment,
  type Keypair,
  readEach,
  readKeypair,
  readNamedSigner,
  type Setting,
} from '@oracle-gateway/app-config';
import { MAX_PAYERS } from '@oracle-gateway/outbox';
import { equalBytes } from '@oracle-gateway/protocol/internal';

const VARIABLE = 'ORACLE_GATEWAY_PAYER_KEYPAIRS';

/** The keys that pay for settlements; none: the gateway's key pays. Throws ConfigError. */
export async function readPayerKeypairs(paths: readonly string[], environment: Environment): Promise<readonly Keypair[]> {
  const inline = environment[VARIABLE];
  const settings =
    inline === undefined
      ? paths.map((text, position) => ({ name: `settlement.payer_keypair_paths[${position}]`, text }))
      : settingsOf(inline);
  const payers = await readEach(settings, inline === undefined ? readNamedSigner : readKeypair);
  for (const [position, { address }] of payers.entries()) {
    const earlier = payers.slice(0, position).some((other) => equalBytes(other.address, address));
    if (earlier)
      throw new ConfigError(settings[position]?.name ?? VARIABLE, 'must be another keypair than those before it: name each once');
  }
  return payers;
}

/** Throws ConfigError where a key of the gateway is among the payers: it would sign once, and pay, in transactions of another size. */
export function requireOtherKeys(payers: readonly Keypair[], gatewayKeys: readonly Keypair[]): void {
  if (payers.some(({ address }) => gatewayKeys.some((key) => equalBytes(key.address, address))))
    throw new ConfigError(
      'settlement.payer_keypair_paths',
      'must not name the gateway keypair: leave the list out, so that it pays, or name other keypairs',
    );
}

function settingsOf(text: string): readonly Setting[] {
  const plain = readJson(text);
  if (!Array.isArray(plain) || plain.length > MAX_PAYERS)
    throw new ConfigError(VARIABLE, `must hold a JSON list of at most ${MAX_PAYERS} keypairs`);
  return plain.map((entry, position) => ({ name: `${VARIABLE}[${position}]`, text: JSON.stringify(entry) }));
}

/** `undefined` for a text that is not JSON; the error of JSON.parse would quote it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
