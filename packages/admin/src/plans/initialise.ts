import { instructions, readMint } from '@oracle-gateway/ledger';
import { deriveDeploymentId, formatAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { ACCOUNT_BYTES, configAddress, decodeConfig, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

import { readLedgerAccount, readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { flatSettings, protocolSettings, settingDifferences, type FlatSettings } from './settings.js';

/** Mint, network and settings of a new deployment. */
export interface InitialisePlanInput {
  /** Mint of the stablecoin. */
  readonly mint: Address;
  /** Expected CAIP-2 id of the cluster; by default the cluster's id. */
  readonly network?: string;
  readonly settings: FlatSettings;
}

/** Creates the Config account; the signer is the program's upgrade authority. Throws NotPossibleError, LedgerUnavailableError. */
export async function planInitialise(ledger: AdminLedger, input: InitialisePlanInput): Promise<Plan> {
  const { programId, signer, cluster } = ledger;
  const network = await cluster.network();
  if (input.network !== undefined && input.network !== network)
    throw new NotPossibleError('network', `is ${network} at this server: correct --network or --rpc`);
  const address = configAddress(programId);
  const present = await readOwn(ledger, address, decodeConfig);
  const deploymentId = deriveDeploymentId({ programId, network });
  if (present !== null) return compare(present, input, deploymentId);
  const [program, mint] = [await readLedgerAccount(ledger, programId), await readLedgerAccount(ledger, input.mint)];
  if (program === null) throw new NotPossibleError('program', `is not deployed at ${formatAddress(programId)}`);
  if (mint === null || readMint(mint) === null)
    throw new NotPossibleError('mint', `must be a mint of the token program, is ${formatAddress(input.mint)}`);
  const settings = protocolSettings(input.settings);
  return change({
    effects: [
      `initialises the protocol of program ${formatAddress(programId)} on ${network}, deployment ${toHex(deploymentId)}`,
      `makes ${formatAddress(signer.address)} its administrator`,
      `takes payments in mint ${formatAddress(input.mint)}`,
    ],
    instructions: [instructions.initialise({ programId, upgradeAuthority: signer.address, mint: input.mint, network, settings })],
    creates: [{ what: 'Config', address, bytes: ACCOUNT_BYTES.config }],
  });
}

function compare(present: ConfigAccount, { mint, settings }: InitialisePlanInput, deploymentId: Uint8Array): Plan {
  if (!equalBytes(present.deploymentId, deploymentId)) throw new NotPossibleError('program', 'is initialised for another network');
  if (!equalBytes(present.mint, mint))
    throw new NotPossibleError('mint', `is fixed as ${formatAddress(present.mint)}: the program is initialised`);
  const differences = settingDifferences(flatSettings(present), settings);
  if (differences.length > 0)
    throw new NotPossibleError('program', `is initialised with other settings, which \`settings\` changes: ${differences.join('; ')}`);
  return alreadySo('the protocol is initialised with these settings');
}
