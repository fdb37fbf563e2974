import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { formatTime } from '@oracle-gateway/protocol/internal';
import { agentEscrowIsPaused, delegateIsRevoked, gatewayIsActive, subscriptionIsPaused } from '@oracle-gateway/protocol/accounts';

import { flatSettings, SETTING_NAMES, settingText, type FlatSettings, type SettingKey } from '../plans/settings.js';
import { formatCount, formatLamports, formatTokens } from '../wording.js';
import type { AccountCount, ProtocolState } from './protocol-state.js';

/** `acceptUntil` of the current version. */
const FOR_EVER = 2n ** 63n - 1n;

/** Rows in columns, each as wide as its widest cell. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cell.length)), []);
  const line = (row: readonly string[]): string => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? `\n${title}: none\n` : `\n${title}\n${columns([head, ...rows])}`;
}

function treasuryText({ treasury }: ProtocolState): string {
  const { address, amountAtomic, decimals } = treasury;
  return amountAtomic === null
    ? 'has no token account yet: run `treasury create`'
    : `${formatAddress(address)} holds ${formatTokens(amountAtomic, decimals)}`;
}

function countText({ count, lamports }: AccountCount): string {
  return count === null || lamports === null ? 'more than this server tells' : `${formatCount(count)}, rent ${formatLamports(lamports)}`;
}

function settingCell(value: FlatSettings[SettingKey]): string {
  return typeof value === 'bigint' || typeof value === 'number' ? formatCount(value) : settingText(value);
}

/** The state of a deployment, as text. */
export function stateTable(state: ProtocolState): string {
  const { config, counts } = state;
  const flat = flatSettings(config);
  const settings = (Object.keys(SETTING_NAMES) as SettingKey[]).map((key) => [SETTING_NAMES[key], settingCell(flat[key])]);
  return [
    columns([
      ['program', formatAddress(state.programId)],
      ['network', state.network],
      ['deployment', toHex(config.deploymentId)],
      ['administrator', formatAddress(config.authority)],
      ...(config.pendingAuthority === null ? [] : [['proposed', formatAddress(config.pendingAuthority)]]),
      ['mint', formatAddress(config.mint)],
      ['treasury', treasuryText(state)],
      ['receipts', countText(counts.receipts)],
      ['agent rounds', countText(counts.agentRounds)],
      ['feeds', countText(counts.feeds)],
      ['signer sets', countText(counts.signerSets)],
    ]),
    `\nSettings\n${columns(settings)}`,
    section(
      'Registry versions',
      ['version', 'nodes', 'smallest quorum', 'buffer', 'settles until'],
      state.registries.map(({ version, active, minSigners, redundancyBuffer, acceptUntil }) => [
        version.toString(),
        active.toString(),
        minSigners.toString(),
        redundancyBuffer.toString(),
        version < config.oldestAcceptedVersion ? 'ended in an emergency' : acceptUntil === FOR_EVER ? 'current' : formatTime(acceptUntil),
      ]),
    ),
    section(
      'Nodes',
      ['index', 'in service', 'endpoint', 'operator', 'signing key (x)'],
      state.nodes.map(({ index, inService, endpoint, operator, publicKey }) => [
        index.toString(),
        inService ? 'yes' : 'no',
        endpoint,
        formatAddress(operator),
        toHex(publicKey.subarray(0, 32)),
      ]),
    ),
    section(
      'Gateways',
      ['account', 'authority', 'rotator', 'rent to', 'in service'],
      state.gateways.map((gateway) => [
        formatAddress(gateway.address),
        gateway.pendingAuthority === null
          ? formatAddress(gateway.authority)
          : `${formatAddress(gateway.authority)}, proposed ${formatAddress(gateway.pendingAuthority)}`,
        gateway.rotator === null ? 'none' : formatAddress(gateway.rotator),
        formatAddress(gateway.rentTo),
        gatewayIsActive(gateway) ? 'yes' : `no, since ${formatTime(gateway.deactivatedAt)}`,
      ]),
    ),
    section(
      'Announced changes',
      ['digest', 'what it does', 'from', 'until'],
      state.announcedChanges.map(({ digest, effects, effectiveAt, until, isStale }) => [
        toHex(digest),
        effects.join('; '),
        isStale ? 'never: a node has another key by now' : formatTime(effectiveAt),
        formatTime(until),
      ]),
    ),
    section(
      'Subscriptions',
      ['owner', 'gateway', 'quorum up to', 'rounds left', 'until', 'state'],
      state.subscriptions.map((subscription) => [
        formatAddress(subscription.owner),
        formatAddress(subscription.gateway),
        subscription.maxSignatures.toString(),
        formatCount(subscription.roundsLeft),
        formatTime(subscription.expiresAt),
        subscription.pendingGateway !== null ? 'changes its gateway' : subscriptionIsPaused(subscription) ? 'paused' : 'open',
      ]),
    ),
    section(
      'Delegates',
      ['delegate', 'subscription', 'quorum up to', 'settled', 'of', 'until', 'state'],
      state.delegates.map((delegate) => [
        formatAddress(delegate.authority),
        formatAddress(delegate.subscription),
        delegate.maxSignatures.toString(),
        formatCount(delegate.roundsSettled),
        formatCount(delegate.rounds),
        formatTime(delegate.expiresAt),
        delegateIsRevoked(delegate) ? 'revoked' : 'open',
      ]),
    ),
    section(
      'Escrows',
      ['payer', 'gateway', 'holds', 'state', 'withdrawable from'],
      state.escrows.map((escrow) => [
        formatAddress(escrow.authority),
        formatAddress(escrow.gateway),
        formatCount(escrow.heldAtomic ?? 0n),
        agentEscrowIsPaused(escrow) ? 'paused' : 'active',
        escrow.withdrawableFrom === null ? 'not requested' : formatTime(escrow.withdrawableFrom),
      ]),
    ),
  ].join('');
}
