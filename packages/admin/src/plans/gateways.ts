import { instructions, type GatewayStatus } from '@oracle-gateway/ledger';
import { formatAddress, NO_OWNER, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  decodeGateway,
  gatewayAddress,
  gatewayIsActive,
  type ConfigAccount,
  type GatewayAccount,
} from '@oracle-gateway/protocol/accounts';

import { readConfig, readOwn, type AdminLedger, type AdminLedgerView } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { requireAdministrator } from './signer-role.js';

/** Names a gateway. */
export interface GatewayInput {
  /** The Gateway account, or the key that it was registered with. */
  readonly gateway: Address;
}

/** A gateway by its account, or by the key that it was registered with. Throws NotPossibleError. */
export async function requireGateway(
  ledger: AdminLedgerView,
  { gateway }: GatewayInput,
): Promise<{ readonly address: Address; readonly account: GatewayAccount }> {
  for (const address of [gateway, gatewayAddress(ledger.programId, gateway)]) {
    const account = await readGatewayAt(ledger, address);
    if (account !== null) return { address, account };
  }
  throw new NotPossibleError('gateway', `${formatAddress(gateway)} is not registered: \`register-gateway\` comes first`);
}

/** Another account of the program is no gateway. */
function readGatewayAt(ledger: AdminLedgerView, address: Address): Promise<GatewayAccount | null> {
  return readOwn(ledger, address, (data) => (data.length === ACCOUNT_BYTES.gateway ? decodeGateway(data) : null));
}

/** Keys of a gateway that is registered. */
export interface RegisterGatewayPlanInput {
  /** The gateway's key, the first authority. */
  readonly gatewayAuthority: Address;
  /** Key that may propose another authority; none by default, so that only the administrator may. */
  readonly rotator?: Address | null;
  /** Key that gets the rent of closed rounds; the gateway's key by default. */
  readonly rentTo?: Address;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planRegisterGateway(ledger: AdminLedger, input: RegisterGatewayPlanInput): Promise<Plan> {
  requireAdministrator(ledger, await readConfig(ledger));
  const { programId, signer } = ledger;
  const { gatewayAuthority, rotator = null, rentTo = gatewayAuthority } = input;
  const address = gatewayAddress(programId, gatewayAuthority);
  const name = formatAddress(gatewayAuthority);
  if ((await readOwn(ledger, address, decodeGateway)) !== null)
    return alreadySo(`gateway ${name} is registered: ${formatAddress(address)}`);
  requireOther(rotator, gatewayAuthority);
  return change({
    effects: [`registers gateway ${name} as ${formatAddress(address)}, in service at once`, ...keyEffects({ rotator, rentTo })],
    instructions: [instructions.registerGateway({ programId, authority: signer.address, gatewayAuthority, rotator, rentTo })],
    creates: [{ what: 'Gateway', address, bytes: ACCOUNT_BYTES.gateway }],
  });
}

function keyEffects({ rotator, rentTo }: { readonly rotator: Address | null; readonly rentTo: Address }): readonly string[] {
  const may = rotator === null ? 'the administrator alone' : `${formatAddress(rotator)} or the administrator`;
  return [`${may} may propose another key for it`, `the rent of its closed rounds goes to ${formatAddress(rentTo)}`];
}

/** A stolen gateway key must not exchange itself. */
function requireOther(rotator: Address | null, authority: Address): void {
  if (rotator !== null && equalBytes(rotator, authority))
    throw new NotPossibleError('rotator', "is the gateway's own key: name a cold key, or none");
}

/** Throws NotPossibleError unless the signer is the gateway's rotator or the administrator. */
function requireRotator({ signer }: AdminLedger, { authority }: ConfigAccount, { rotator }: GatewayAccount): void {
  if (equalBytes(signer.address, authority) || (rotator !== null && equalBytes(signer.address, rotator))) return;
  const named = rotator === null ? 'none' : formatAddress(rotator);
  throw new NotPossibleError(
    'key',
    `is ${formatAddress(signer.address)}; the gateway's rotator is ${named}, the administrator ${formatAddress(authority)}`,
  );
}

/** Rotator and rent receiver of a gateway, as they are afterwards. */
export interface UpdateGatewayPlanInput extends GatewayInput {
  /** The present one unless given. */
  readonly rotator?: Address | null;
  /** The present one unless given. */
  readonly rentTo?: Address;
}

/** Signed by the rotator or the administrator. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planUpdateGateway(ledger: AdminLedger, input: UpdateGatewayPlanInput): Promise<Plan> {
  const config = await readConfig(ledger);
  const { address, account } = await requireGateway(ledger, input);
  const { rotator = account.rotator, rentTo = account.rentTo } = input;
  if (equalBytes(rotator ?? NO_OWNER, account.rotator ?? NO_OWNER) && equalBytes(rentTo, account.rentTo))
    return alreadySo(`gateway ${formatAddress(address)} has this rotator and this recipient of rent`);
  requireRotator(ledger, config, account);
  requireOther(rotator, account.authority);
  const { programId, signer } = ledger;
  return change({
    effects: [`gateway ${formatAddress(address)}:`, ...keyEffects({ rotator, rentTo })],
    instructions: [instructions.updateGateway({ programId, signer: signer.address, gateway: address, rotator, rentTo })],
  });
}

/** Names the next key of a gateway. */
export interface ProposeGatewayKeyInput extends GatewayInput {
  /** The next key, which has to accept; null withdraws the proposal. */
  readonly newAuthority: Address | null;
}

/** Signed by the rotator or the administrator. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planProposeGatewayKey(ledger: AdminLedger, input: ProposeGatewayKeyInput): Promise<Plan> {
  const { newAuthority } = input;
  const config = await readConfig(ledger);
  const { address, account } = await requireGateway(ledger, input);
  const name = formatAddress(address);
  if (newAuthority !== null && equalBytes(newAuthority, account.authority))
    return alreadySo(`${formatAddress(newAuthority)} is the key of gateway ${name}`);
  if (equalBytes(newAuthority ?? NO_OWNER, account.pendingAuthority ?? NO_OWNER))
    return alreadySo(newAuthority === null ? 'no key is proposed' : `${formatAddress(newAuthority)} is proposed, and has to accept`);
  requireRotator(ledger, config, account);
  if (newAuthority !== null && account.rotator !== null && equalBytes(newAuthority, account.rotator))
    throw new NotPossibleError('to', 'is the rotator of the gateway: a key that runs must not be able to exchange itself');
  const { programId, signer } = ledger;
  return change({
    effects: [
      newAuthority === null
        ? `withdraws the proposed key of gateway ${name}`
        : `proposes ${formatAddress(newAuthority)} as the key of gateway ${name}, which takes over with \`gateway accept-key\``,
    ],
    instructions: [
      instructions.proposeGatewayAuthority({ programId, signer: signer.address, gateway: address, newAuthority: newAuthority ?? NO_OWNER }),
    ],
  });
}

/** Signed by the proposed key. Throws NotPossibleError, LedgerUnavailableError. */
export async function planAcceptGatewayKey(ledger: AdminLedger, input: GatewayInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { address, account } = await requireGateway(ledger, input);
  const [name, own] = [formatAddress(address), formatAddress(signer.address)];
  if (equalBytes(signer.address, account.authority)) return alreadySo(`${own} is the key of gateway ${name}`);
  if (account.pendingAuthority === null || !equalBytes(signer.address, account.pendingAuthority))
    throw new NotPossibleError(
      'key',
      `is ${own}, the proposed key of gateway ${name} is ${account.pendingAuthority === null ? 'none' : formatAddress(account.pendingAuthority)}`,
    );
  return change({
    effects: [
      `makes ${own} the key of gateway ${name} in place of ${formatAddress(account.authority)}, which is refused from then on`,
      `name the account in every configuration of this gateway: settlement.gateway_account = "${name}"`,
    ],
    instructions: [instructions.acceptGatewayAuthority({ programId, pendingAuthority: signer.address, gateway: address })],
  });
}

const EFFECTS = {
  inactive: 'takes it out of service; rounds served before still settle',
  active: 'puts it back into service',
  'stopped in an emergency':
    'takes it out of service at once; rounds served before its last reactivation settle no more, and the next start has to wait',
} as const satisfies Record<GatewayStatus, string>;

/** Whether a gateway is in service afterwards. */
export interface GatewayStatusInput extends GatewayInput {
  readonly status: GatewayStatus;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planGatewayStatus(ledger: AdminLedger, { status, ...named }: GatewayStatusInput): Promise<Plan> {
  requireAdministrator(ledger, await readConfig(ledger));
  const { programId, signer } = ledger;
  const { address, account } = await requireGateway(ledger, named);
  const name = formatAddress(address);
  if (gatewayIsActive(account) === (status === 'active'))
    return alreadySo(`gateway ${name} is ${status === 'active' ? 'in service' : 'out of service'}`);
  return change({
    effects: [`gateway ${name}: ${EFFECTS[status]}`],
    instructions: [instructions.setGatewayStatus({ programId, authority: signer.address, gateway: address, status })],
  });
}
