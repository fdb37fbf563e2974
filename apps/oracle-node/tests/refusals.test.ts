import { nodeErrors, type NodeErrorCode } from '@oracle-gateway/node-api';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The test that brings a refusal about: a file of this app, and a name in it. */
type NamedTest = readonly [file: string, name: string];

const ACCESS = 'tests/access.test.ts';
const OBSERVING = 'tests/observing.test.ts';
const PRIVATE = 'tests/private-source.test.ts';
const IN_ADVANCE = 'tests/adversary/nonces-in-advance.test.ts';
const HOSTILE_SETS = 'tests/adversary/hostile-sets.test.ts';

/** A code of the contract without a test does not compile. */
const tests: Readonly<Record<NodeErrorCode, NamedTest>> = {
  invalid_request: [OBSERVING, 'a time of an owned feed that is no whole second'],
  not_enabled: [PRIVATE, 'is not asked by a node without an encryption key'],
  quorum_out_of_range: [OBSERVING, 'a quorum below min_signers'],
  signers_mismatch: [IN_ADVANCE, 'too few signers'],
  observations_mismatch: [HOSTILE_SETS, "code: 'observations_mismatch'"],
  secrets_malformed: [PRIVATE, 'of a key that the node does not have is refused, while the node is ready and asks public sources'],
  unauthorized: [ACCESS, '401 for a gateway that is switched off'],
  forbidden_source: ['src/source/connector.test.ts', 'is used when its peer is public'],
  secrets_expired: [PRIVATE, 'secrets past their life'],
  secrets_other_owner: [PRIVATE, 'secrets of another owner'],
  not_found: [ACCESS, '404 and 405 for what the contract does not have'],
  session_unknown: ['tests/adversary/slow-sources.test.ts', 'stops fetching and frees its place when the gateway releases the session'],
  method_not_allowed: [ACCESS, '404 and 405 for what the contract does not have'],
  stale_registry: [OBSERVING, 'an older registry version'],
  clock_skew: [OBSERVING, 'a timestamp more than 310 s behind'],
  not_eligible: [OBSERVING, 'a set this node is not in'],
  envelope_undecryptable: [PRIVATE, 'is asked with what was sealed for the key of before, while the node keeps it and its grace lasts'],
  session_known: [OBSERVING, 'is used once: the same request again is 409, also after release and after a failed fetch'],
  nonce_spent: [IN_ADVANCE, 'answers one of many calls at once, and is gone for every other use'],
  value_mismatch: [IN_ADVANCE, 'is gone after a call refused, and the attempt with it'],
  snapshot_mismatch: ['tests/vouching.test.ts', 'a gateway that asks for another set is refused'],
  already_signed: ['tests/vouching.test.ts', 'is the order of what was signed: a successor is named only later'],
  payload_too_large: [ACCESS, '413 for more than the limit, announced or not'],
  share_used: ['src/sharing/observe-places.test.ts', 'are nearly all for a requester that is alone, and some are left for another'],
  internal: ['src/errors/node-error.test.ts', 'tells nothing about %j'],
  upstream_failure: ['src/errors/node-error.test.ts', 'tells step and status of a failed source'],
  too_many_commitments: [IN_ADVANCE, 'is bounded for each gateway, and none fills the memory of another'],
  too_many_sessions: ['src/signing/sessions.test.ts', 'counts per gateway: one at its cap does not keep another out'],
  overloaded: ['tests/limits.test.ts', '503 with more observations at once than allowed'],
  not_ready: ['tests/readiness.test.ts', 'refuses to observe and says so when the registry holds another key at its index'],
};

describe('every refusal of the contract is brought about by a test', () => {
  it.each(Object.entries(tests))('%s', (code, [file, name]) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const begin = text.indexOf(name);
    expect(begin, `${file}: ${name}`).toBeGreaterThan(-1);
    expect(text.slice(begin), `${file}: ${name}`).toContain(`'${code}'`);
  });

  it('and no other code is named', () => {
    expect(Object.keys(tests).sort()).toEqual(Object.keys(nodeErrors).sort());
  });
});
