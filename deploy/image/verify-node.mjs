#!/usr/bin/env node
// Compares the hashes of node.json with Node's own release, which its makers have signed. Needs gpg, and nodejs.org in reach.
// usage: node deploy/image/verify-node.mjs
import { lockedNode } from './node-program.mjs';
import { releasedProgram } from './node-release.mjs';

const SERVERS = {
  releases: 'https://nodejs.org/dist',
  keys: 'https://raw.githubusercontent.com/nodejs/release-keys/HEAD/keys',
};

const { version, programs, releaseKeys } = await lockedNode();
for (const [platform, locked] of Object.entries(programs)) {
  const { sha256, signedBy } = await releasedProgram({ version, platform, releaseKeys }, SERVERS);
  const isSame = sha256 === locked;
  console.log(`${isSame ? 'same' : 'DIFFERENT'}  node ${version} ${platform}  ${sha256}  signed by ${signedBy}`);
  if (!isSame) process.exitCode = 1;
}
