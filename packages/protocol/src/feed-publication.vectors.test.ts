import { expect, it } from 'vitest';
import vectors from '@oracle-gateway/vectors/api-examples.json' with { type: 'json' };
import { parseAddress } from './address.js';
import { parseApiConfig } from './api-config.js';
import { verifyEd25519 } from './ed25519.js';
import { deriveFeedId } from './feed-id.js';
import { type FeedAction, feedPublicationMessage } from './feed-publication.js';
import { fromHex } from './hex.js';
import { deriveSourceId } from './source-id.js';
import { unixSeconds } from './units.js';

const { publication, gateway } = vectors;
const owner = parseAddress(publication.owner);
const { signaturesRequired } = publication;
const feedId = deriveFeedId({ owner, sourceId: deriveSourceId(parseApiConfig(publication.apiConfig)), signaturesRequired });

function isSignedFor(action: FeedAction, through = parseAddress(gateway)): boolean {
  const message = feedPublicationMessage({ feedId, action, timestampSeconds: unixSeconds(publication.timestamp), gateway: through });
  return verifyEd25519({ signature: fromHex(publication.signature, 64), message, publicKey: owner });
}

it('is the text that the owner of the vector has signed', () => {
  expect(isSignedFor('open')).toBe(true);
});

it('names the action and the gateway, so that no text serves for another', () => {
  expect(isSignedFor('close')).toBe(false);
  expect(isSignedFor('open', owner)).toBe(false);
});
