import { instructions, type GatewayStatus } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES, decodeGateway, gatewayAddress, gatewayIsActive } from '@oracle-gateway/protocol/accounts';

import { readConfig, readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { requireAdministrator } from './signer-role.js';

export interface GatewayInput {
  /** The gateway's key. */
  readonly gatewayAuthority: Address;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planRegisterGateway(ledger: AdminLedger, { gatewayAuthority }: GatewayInput): Promise<Plan> {
  requireAdministrator(ledger, await readConfig(ledger));
  const { programId, signer } = ledger;
  const address = gatewayAddress(programId, gatewayAuthority);
  const name = formatAddress(gatewayAuthority);
  if ((await readOwn(ledger, address, decodeGateway)) !== null)
    return alreadySo(`gateway ${name} is registered: ${formatAddress(address)}`);
  return change({
    effects: [`registers gateway ${name} as ${formatAddress(address)}, in service at once`],
    instructions: [instructions.registerGateway({ programId, authority: signer.address, gatewayAuthority })],
    creates: [{ what: 'Gateway', address, bytes: ACCOUNT_BYTES.gateway }],
  });
}

const EFFECTS = {
  inactive: 'takes it out of service; rounds served before still settle',
  active: 'puts it back into service',
  'stopped in an emergency':
    'takes it out of service at once; rounds served before its last reactivation settle no more, and the next start has to wait',
} as const satisfies Record<GatewayStatus, string>;

export interface GatewayStatusInput extends GatewayInput {
  readonly status: GatewayStatus;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planGatewayStatus(ledger: AdminLedger, { gatewayAuthority, status }: GatewayStatusInput): Promise<Plan> {
  requireAdministrator(ledger, await readConfig(ledger));
  const { programId, signer } = ledger;
  const name = formatAddress(gatewayAuthority);
  const gateway = await readOwn(ledger, gatewayAddress(programId, gatewayAuthority), decodeGateway);
  if (gateway === null) throw new NotPossibleError('gateway', `${name} is not registered: \`register-gateway\` comes first`);
  if (gatewayIsActive(gateway) === (status === 'active'))
    return alreadySo(`gateway ${name} is ${status === 'active' ? 'in service' : 'out of service'}`);
  return change({
    effects: [`gateway ${name}: ${EFFECTS[status]}`],
    instructions: [instructions.setGatewayStatus({ programId, authority: signer.address, gatewayAuthority, status })],
  });
}
