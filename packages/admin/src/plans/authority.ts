import { instructions } from '@oracle-gateway/ledger';
import { formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

import { readConfig, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { planWaiting } from './waiting-change.js';
import { requireAdministrator } from './signer-role.js';

/** Zeros withdraw a proposal. */
const NO_PROPOSAL = toAddress(new Uint8Array(32));

/** Names the next administrator. */
export interface HandOverInput {
  /** The next administrator, which has to accept; null withdraws the proposal. */
  readonly newAuthority: Address | null;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planHandOver(ledger: AdminLedger, { newAuthority }: HandOverInput): Promise<Plan> {
  const config = await readConfig(ledger);
  const { pendingAuthority, authority } = config;
  if (newAuthority !== null && equalBytes(newAuthority, authority)) return alreadySo(`${formatAddress(authority)} is the administrator`);
  requireAdministrator(ledger, config);
  if (newAuthority === null && pendingAuthority === null) return alreadySo('no administrator is proposed');
  if (newAuthority !== null && pendingAuthority !== null && equalBytes(newAuthority, pendingAuthority))
    return alreadySo(`${formatAddress(newAuthority)} is proposed, and has to accept`);
  const { programId, signer } = ledger;
  const effect =
    newAuthority === null
      ? 'withdraws the proposed administrator'
      : `proposes ${formatAddress(newAuthority)} as administrator, which takes over with \`accept\``;
  const instruction = instructions.proposeAuthority({ programId, authority: signer.address, newAuthority: newAuthority ?? NO_PROPOSAL });
  return planWaiting(ledger, { config, mustWait: newAuthority !== null, instruction, effects: [effect] });
}

/** Signed by the proposed key. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planAccept(ledger: AdminLedger): Promise<Plan> {
  const { programId, signer } = ledger;
  const { authority, pendingAuthority } = await readConfig(ledger);
  const own = formatAddress(signer.address);
  if (equalBytes(signer.address, authority)) return alreadySo(`${own} is the administrator`);
  if (pendingAuthority === null || !equalBytes(signer.address, pendingAuthority))
    throw new NotPossibleError(
      'key',
      `is ${own}, the proposed administrator is ${pendingAuthority === null ? 'none' : formatAddress(pendingAuthority)}`,
    );
  return change({
    effects: [`makes ${own} the administrator in place of ${formatAddress(authority)}`],
    instructions: [instructions.acceptAuthority({ programId, pendingAuthority: signer.address })],
  });
}
