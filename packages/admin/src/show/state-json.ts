import { formatAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { agentEscrowIsPaused, gatewayIsActive, subscriptionIsPaused } from '@oracle-gateway/protocol/accounts';

import { flatSettings, SETTING_NAMES, settingText, type SettingKey } from '../plans/settings.js';
import type { AccountCount, ProtocolState } from './protocol-state.js';

type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

function optionalAddress(address: Address | null): string | null {
  return address === null ? null : formatAddress(address);
}

function countJson({ count, lamports }: AccountCount): Json {
  return { count, lamports: lamports?.toString() ?? null };
}

/** Integers of 64 bits and amounts are decimal strings, addresses base58, keys hex, times unix seconds as decimal strings. */
export function stateJson(state: ProtocolState): { readonly [member: string]: Json } {
  const { config, treasury, counts } = state;
  const flat = flatSettings(config);
  const settings = (Object.keys(SETTING_NAMES) as SettingKey[]).map(
    (key) => [SETTING_NAMES[key], flat[key] === null ? null : settingText(flat[key])] as const,
  );
  return {
    program: formatAddress(state.programId),
    network: state.network,
    deploymentId: toHex(config.deploymentId),
    authority: formatAddress(config.authority),
    pendingAuthority: optionalAddress(config.pendingAuthority),
    mint: formatAddress(config.mint),
    treasury: {
      address: formatAddress(treasury.address),
      amountAtomic: treasury.amountAtomic?.toString() ?? null,
      decimals: treasury.decimals,
    },
    settings: Object.fromEntries(settings),
    registryVersion: config.registryVersion.toString(),
    oldestAcceptedVersion: config.oldestAcceptedVersion.toString(),
    registries: state.registries.map(
      ({ address, version, redundancyBuffer, minSigners, active, createdAt, acceptUntil, keys, lamports }) => ({
        address: formatAddress(address),
        version: version.toString(),
        redundancyBuffer,
        minSigners,
        active,
        createdAt: createdAt.toString(),
        acceptUntil: acceptUntil.toString(),
        keys: keys.map((key) => (key === null ? null : toHex(key))),
        lamports: lamports.toString(),
      }),
    ),
    nodes: state.nodes.map(({ address, index, inService, publicKey, operator, encryptionKey, registeredAt, endpoint, lamports }) => ({
      address: formatAddress(address),
      index,
      inService,
      publicKey: toHex(publicKey),
      operator: formatAddress(operator),
      encryptionKey: toHex(encryptionKey),
      registeredAt: registeredAt.toString(),
      endpoint,
      lamports: lamports.toString(),
    })),
    gateways: state.gateways.map(({ address, registeredAt, deactivatedAt, reactivatedAt, lamports, ...keys }) => ({
      address: formatAddress(address),
      authority: formatAddress(keys.authority),
      pendingAuthority: optionalAddress(keys.pendingAuthority),
      rotator: optionalAddress(keys.rotator),
      rentTo: formatAddress(keys.rentTo),
      active: gatewayIsActive({ deactivatedAt, reactivatedAt }),
      registeredAt: registeredAt.toString(),
      deactivatedAt: deactivatedAt.toString(),
      reactivatedAt: reactivatedAt.toString(),
      lamports: lamports.toString(),
    })),
    announcedChanges: state.announcedChanges.map(({ address, digest, effects, announcedAt, effectiveAt, until, isStale, lamports }) => ({
      address: formatAddress(address),
      digest: toHex(digest),
      effects,
      announcedAt: announcedAt.toString(),
      effectiveAt: effectiveAt.toString(),
      until: until.toString(),
      stale: isStale,
      lamports: lamports.toString(),
    })),
    subscriptions: state.subscriptions.map((subscription) => ({
      address: formatAddress(subscription.address),
      owner: formatAddress(subscription.owner),
      gateway: formatAddress(subscription.gateway),
      pendingGateway: optionalAddress(subscription.pendingGateway),
      maxSignatures: subscription.maxSignatures,
      roundsLeft: subscription.roundsLeft.toString(),
      expiresAt: subscription.expiresAt.toString(),
      paused: subscriptionIsPaused(subscription),
      lamports: subscription.lamports.toString(),
    })),
    delegates: state.delegates.map((delegate) => ({
      address: formatAddress(delegate.address),
      authority: formatAddress(delegate.authority),
      subscription: formatAddress(delegate.subscription),
      maxSignatures: delegate.maxSignatures,
      rounds: delegate.rounds.toString(),
      roundsSettled: delegate.roundsSettled.toString(),
      expiresAt: delegate.expiresAt.toString(),
      revokedAt: delegate.revokedAt.toString(),
      lamports: delegate.lamports.toString(),
    })),
    escrows: state.escrows.map((escrow) => ({
      address: formatAddress(escrow.address),
      authority: formatAddress(escrow.authority),
      gateway: formatAddress(escrow.gateway),
      heldAtomic: escrow.heldAtomic?.toString() ?? null,
      paused: agentEscrowIsPaused(escrow),
      withdrawRequestedAt: escrow.withdrawRequestedAt.toString(),
      withdrawableFrom: escrow.withdrawableFrom?.toString() ?? null,
      lamports: escrow.lamports.toString(),
    })),
    receipts: countJson(counts.receipts),
    agentRounds: countJson(counts.agentRounds),
    feeds: countJson(counts.feeds),
    signerSets: countJson(counts.signerSets),
  };
}
