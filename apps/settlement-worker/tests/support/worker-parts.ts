import { createRpcServers, type LedgerSigner } from '@oracle-gateway/ledger';
import type { Outbox } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { createUpstreams } from '@oracle-gateway/process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { toAddress } from '@oracle-gateway/protocol';
import { pino } from 'pino';
import { createMetrics, PARTS } from '../../src/telemetry/metrics.js';
import type { PassDeps } from '../../src/pass/pass-deps.js';
import { createSettlementLedger, type SettlementLedger } from '../../src/ledger/settlement-ledger.js';
import { GATEWAY, GATEWAY_AUTHORITY, MINT, PROGRAM_ID } from './rounds.js';
import { solePayer } from './sole-payer.js';

const { privateKey } = generateKeyPairSync('ed25519');

/** Dependencies of a pass, over an RPC server of the test. */
export function workerParts(input: {
  readonly outbox: Outbox;
  readonly rpcUrl: string;
  readonly logLines?: string[];
  readonly ledger?: (real: SettlementLedger) => SettlementLedger;
  readonly capMicroLamports?: number;
}): PassDeps {
  const { outbox, rpcUrl, logLines } = input;
  const metrics = createMetrics();
  const logger = logLines === undefined ? pino({ level: 'silent' }) : pino({ level: 'debug' }, { write: (line) => logLines.push(line) });
  const monotonicMs = () => performance.now();
  const signer: LedgerSigner = {
    address: toAddress(GATEWAY_AUTHORITY),
    sign: (_kind, message) => Promise.resolve(new Uint8Array(sign(null, message, privateKey))),
  };
  const ledger = createSettlementLedger({
    servers: createRpcServers({ rpcUrls: [rpcUrl], network: 'solana:any' }),
    signer,
    priorityFee: { percentile: 75, capMicroLamports: input.capMicroLamports ?? 0 },
    metrics,
  });
  return {
    outbox,
    ledger: input.ledger?.(ledger) ?? ledger,
    programId: PROGRAM_ID,
    gateway: GATEWAY,
    gatewayAuthority: GATEWAY_AUTHORITY,
    payers: solePayer(signer),
    mint: MINT,
    signerSets: { keyFormOf: ({ aggregateKey }) => ({ form: 'sum', aggregateKey }) },
    workerId: `worker-${sampleAddress()[0] ?? 0}`,
    maxAttempts: 3,
    upstreams: createUpstreams({ up: metrics.up, logger, monotonicMs }, { parts: PARTS, waiting: 'rounds', silenceMs: 60_000 }),
    metrics,
    logger,
    monotonicMs,
  };
}
