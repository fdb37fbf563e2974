import { describe, expect, it } from 'vitest';
import { parseExecuteAgentRoundRequest, parseExecuteRoundRequest, parseExecuteX402RoundRequest } from './parsers.js';

const KEY = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const good = {
  subscriptionOwner: KEY,
  consumerAuthority: KEY,
  signaturesRequired: 3,
  timestamp: 1_700_000_000,
  registryVersion: 1,
  authSig: '0x00',
  apiConfig: { url: 'https://api.example.com/', method: 'GET' },
};
const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 20, maxAgeMs: 1, numeric: { type: 'int256', decimals: 8 } };
const bundle = {
  ephemeralPub: '00'.repeat(32),
  nonceSym: `0x${'Ab'.repeat(12)}`,
  ciphertext: '00'.repeat(8_208),
  envelopes: { '0': 'aa'.repeat(48), '63': `0x${'bb'.repeat(48)}` },
};
const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
const list = { ...good, apiConfig: undefined, apiConfigs: [good.apiConfig, { ...good.apiConfig, responseParser: '$.a' }] };

describe('parseExecuteRoundRequest (docs/api.md#post-v1roundexecute)', () => {
  it.each([
    ['the smallest request', good],
    ['no authSig, because a session may replace it', { ...good, authSig: undefined }],
    ['authSig of null, which stands for absent', { ...good, authSig: null }],
    ['authTimestamp, which is ignored', { ...good, authTimestamp: 5 }],
    ['a bundle of null, which stands for absent', { ...good, encKeyBundle: null }],
    ['a bundle', { ...good, encKeyBundle: bundle }],
    ['a tolerance policy', { ...good, apiConfig: { ...good.apiConfig, aggregation } }],
    ['a list, which asks for its evidence', { ...list, minValues: 1, evidence: true }],
    ['a list with a bundle for one source', { ...list, encKeyBundles: [null, bundle] }],
    ['an index', { ...list, combine }],
  ])('accepts %s', (_case, request) => {
    const sent: unknown = JSON.parse(JSON.stringify(request));
    expect(parseExecuteRoundRequest(sent)).toBe(sent);
  });

  it.each([
    ['subscriptionOwner', { subscriptionOwner: KEY.replace('7', '0') }],
    ['consumerAuthority', { consumerAuthority: 5 }],
    ['signaturesRequired', { signaturesRequired: 256 }],
    ['signaturesRequired', { signaturesRequired: 0 }],
    ['timestamp', { timestamp: -1 }],
    ['timestamp', { timestamp: 2 ** 53 }],
    ['registryVersion', { registryVersion: '1' }],
    ['authSig', { authSig: 5 }],
    ['apiConfig', { apiConfig: null }],
    ['apiConfigs', { apiConfigs: [good.apiConfig] }],
    ['apiConfigs', { apiConfigs: Array.from({ length: 33 }, () => good.apiConfig) }],
    ['apiConfigs[1].method', { apiConfigs: [good.apiConfig, { ...good.apiConfig, method: 'TRACE' }] }],
    ['minValues', { minValues: 0 }],
    ['minValues', { minValues: 33 }],
    ['combine.rule', { combine: { ...combine, rule: 'mean' } }],
    ['combine.minSources', { combine: { ...combine, minSources: 1 } }],
    ['combine.maxDeviation', { combine: { ...combine, maxDeviation: '0.50' } }],
    ['encKeyBundles', { encKeyBundles: [bundle] }],
    ['encKeyBundles[1].ciphertext', { encKeyBundles: [null, { ...bundle, ciphertext: '' }] }],
    ['evidence', { evidence: 'yes' }],
    ['apiConfig.method', { apiConfig: { ...good.apiConfig, method: 'TRACE' } }],
    ['apiConfig.body', { apiConfig: { ...good.apiConfig, body: '' } }],
    ['apiConfig.headers.X', { apiConfig: { ...good.apiConfig, headers: { X: 1 } } }],
    ['apiConfig.aggregation.mode', { apiConfig: { ...good.apiConfig, aggregation: { ...aggregation, mode: 'exact' } } }],
    ['apiConfig.aggregation.maxAgeMs', { apiConfig: { ...good.apiConfig, aggregation: { ...aggregation, maxAgeMs: 0 } } }],
    ['encKeyBundle', { encKeyBundle: 'sealed' }],
    ['encKeyBundle.nonceSym', { encKeyBundle: { ...bundle, nonceSym: 'xyz' } }],
    ['encKeyBundle.ephemeralPub', { encKeyBundle: { ...bundle, ephemeralPub: '00'.repeat(31) } }],
    ['encKeyBundle.ciphertext', { encKeyBundle: { ...bundle, ciphertext: '00'.repeat(15) } }],
    ['encKeyBundle.ciphertext', { encKeyBundle: { ...bundle, ciphertext: '00'.repeat(8_209) } }],
    ['encKeyBundle.envelopes', { encKeyBundle: { ...bundle, envelopes: undefined } }],
    ['encKeyBundle.envelopes[0]', { encKeyBundle: { ...bundle, envelopes: { 0: 'aa'.repeat(47) } } }],
    ['encKeyBundle.envelopes.00', { encKeyBundle: { ...bundle, envelopes: { '00': 'aa'.repeat(48) } } }],
    ['encKeyBundle.extra', { encKeyBundle: { ...bundle, extra: '' } }],
    ['signatures_required', { signatures_required: 3 }],
  ])('refuses a bad %s and names it', (field, changes) => {
    expect(() => parseExecuteRoundRequest({ ...good, ...changes })).toThrow(
      expect.objectContaining({ name: 'ContractError', field }) as Error,
    );
  });
});

describe('parseExecuteAgentRoundRequest (docs/api.md#post-v1agentexecute)', () => {
  const request = {
    payer: KEY,
    canonical_timestamp: 1_700_000_000,
    signatures_required: 3,
    amount: 2_500,
    registry_version: 1,
    agent_request_auth_sig: '0x00',
    apiConfig: good.apiConfig,
  };

  it.each([
    ['a signed request', request],
    ['no signature, because the terms are asked for', { ...request, agent_request_auth_sig: undefined }],
    ['a bundle of null, which stands for absent', { ...request, encKeyBundle: null }],
  ])('accepts %s', (_case, changed) => {
    const sent: unknown = JSON.parse(JSON.stringify(changed));
    expect(parseExecuteAgentRoundRequest(sent)).toBe(sent);
  });

  it.each([
    ['payer', { payer: KEY.replace('7', '0') }],
    ['canonical_timestamp', { canonical_timestamp: -1 }],
    ['signatures_required', { signatures_required: 256 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 2 ** 53 }],
    ['amount', { amount: '2500' }],
    ['amount', { amount: undefined }],
    ['registry_version', { registry_version: null }],
    ['agent_request_auth_sig', { agent_request_auth_sig: 5 }],
    ['apiConfig.method', { apiConfig: { ...good.apiConfig, method: 'TRACE' } }],
    ['signaturesRequired', { signaturesRequired: 3 }],
  ])('refuses a bad %s and names it', (field, changes) => {
    expect(() => parseExecuteAgentRoundRequest({ ...request, ...changes })).toThrow(
      expect.objectContaining({ name: 'ContractError', field }) as Error,
    );
  });
});

describe('parseExecuteX402RoundRequest (docs/api.md#post-v1x402execute)', () => {
  const request = { signatures_required: 3, registry_version: 1, apiConfig: good.apiConfig };

  it.each([
    ['the smallest request', request],
    ['a bundle', { ...request, encKeyBundle: bundle }],
    ['bundles of a list', { ...request, encKeyBundles: [bundle, null] }],
    ['a source that is declared as paywalled', { ...request, x402Source: true }],
    ['payments for a source', { ...request, sourcePayments: ['e30=', 'e30='] }],
  ])('accepts %s', (_case, sent) => {
    expect(parseExecuteX402RoundRequest(sent)).toBe(sent);
  });

  it.each([
    ['signatures_required', { signatures_required: 0 }],
    ['registry_version', { registry_version: undefined }],
    ['encKeyBundle', { encKeyBundle: null }],
    ['sourcePayments', { sourcePayments: 'e30=' }],
    ['sourcePayments', { sourcePayments: Array.from({ length: 65 }, () => 'e30=') }],
    ['sourcePayments[1]', { sourcePayments: ['e30=', 'A'.repeat(4_097)] }],
    ['x402Source', { x402Source: 'true' }],
    ['payer', { payer: KEY }],
    ['timestamp', { timestamp: 1_700_000_000 }],
    ['amount', { amount: 5 }],
    ['authSig', { authSig: '0x00' }],
  ])('refuses a bad %s and names it', (field, changes) => {
    expect(() => parseExecuteX402RoundRequest({ ...request, ...changes })).toThrow(
      expect.objectContaining({ name: 'ContractError', field }) as Error,
    );
  });
});
