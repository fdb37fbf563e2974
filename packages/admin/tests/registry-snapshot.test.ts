import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { nodeErrors, type NodeErrorCode, parseCommitRequest, parseVouchRequest, verifyNodeRequest } from '@oracle-gateway/node-api';
import { decodeRegistrySnapshot, formatAddress, fromHex, unixMs } from '@oracle-gateway/protocol';
import { equalBytes, MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';
import { verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { createSigningNode } from '@oracle-gateway/vouching/fixtures';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { planChangeRegistry, planGatewayStatus, planRegisterNode, type Change } from '../src/index.js';
import { deployLedger, perform, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { openTerminal, type Terminal, type Typed } from './typed-command.js';

/** Misbehaviour of a node that does not sign. */
type Fault = NodeErrorCode | 'down' | 'babble';

const NODES = [0, 1, 2, 3, 4];
const faults = new Map<number, Fault>();
const servers: Server[] = [];
let deployed: DeployedLedger;
let terminal: Terminal;

beforeAll(async () => {
  deployed = await deployLedger();
  terminal = openTerminal(deployed);
  await setUp(deployed);
  const administrator = deployed.administer('administrator');
  for (const index of NODES) {
    const endpoint = await serveNode(index);
    const known = await deployed.reader.currentRegistry();
    const previous = known.keys[index] === undefined || known.keys[index] === null ? 0n : await registeredAt(index);
    const registration = deployed.registration(index, `node ${index}`, { endpoint, previousRegisteredAt: previous });
    await perform(administrator, await planRegisterNode(administrator, { registration, intoRegistry: false }));
  }
  await perform(administrator, await planChangeRegistry(administrator, { set: NODES, remove: [], redundancyBuffer: 1, emergency: false }));
});
afterEach(() => faults.clear());
afterAll(async () => {
  terminal.close();
  for (const server of servers) server.close();
  await deployed.close();
});

async function registeredAt(index: number): Promise<bigint> {
  const nodes = await deployed.reader.nodes();
  return nodes.find((node) => node.index === index)?.registeredAt ?? 0n;
}

/** A node that answers signed requests of the registered gateway, over HTTP. Gives its endpoint. */
async function serveNode(index: number): Promise<string> {
  const node = createSigningNode({ index, secretKey: createHash('sha256').update(`node ${index}`).digest() }, { randomBytes });
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      const { deploymentId } = await deployed.reader.config();
      const caller = verifyNodeRequest({
        headers: (name) => request.headers[name] as string | undefined,
        deploymentId,
        nodeIndex: index,
        path,
        body,
        nowMs: unixMs(Date.now()),
        maxSkewMs: MAX_REQUEST_SKEW_MS,
      });
      const isKnown = caller.ok && equalBytes(caller.gatewayAuthority, signerOf('gateway').address);
      const fault = isKnown ? faults.get(index) : 'unauthorized';
      const plain: unknown = JSON.parse(body.toString());
      const answer = (status: number, text: string): void => void response.writeHead(status).end(text);
      if (fault === 'down') response.destroy();
      else if (fault === 'babble') answer(200, '<html>');
      else if (fault !== undefined) answer(nodeErrors[fault].status, JSON.stringify({ error: 'no', code: fault }));
      else if (path === '/v1/commit') answer(200, JSON.stringify(node.commit(parseCommitRequest(plain))));
      else {
        const asked = parseVouchRequest(plain);
        const registry = await deployed.reader.registry(BigInt(asked.signerVersion));
        answer(200, JSON.stringify(node.vouch(asked, { keys: registry?.keys ?? [] })));
      }
    })();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function snapshot(key: string, ...words: string[]): Promise<Typed> {
  const ledger = ['--rpc', deployed.rpcUrl, '--program', formatAddress(deployed.programId)];
  return terminal.typeExactly(null, 'registry', 'snapshot', ...ledger, '--key', terminal.keyFile(key), ...words);
}

interface Written {
  readonly signerVersion: number;
  readonly version: number;
  readonly signers: readonly number[];
  readonly snapshot: string;
  readonly signersBitmap: string;
  readonly s: string;
  readonly commitment: string;
}

async function verdictOf(text: string) {
  const { snapshot: bytes, signersBitmap, s, commitment, ...written } = JSON.parse(text) as Written;
  const { deploymentId } = await deployed.reader.config();
  const registry = await deployed.reader.registry(BigInt(written.signerVersion));
  if (registry === null) throw new TypeError('a version that the ledger has');
  const signed = {
    snapshot: decodeRegistrySnapshot(fromHex(bytes)),
    signersBitmap: fromHex(signersBitmap),
    s: fromHex(s),
    commitment: fromHex(commitment),
  };
  return { ...written, verdict: verifyRegistrySnapshot({ deploymentId, registry, signed }) };
}

describe('registry snapshot', () => {
  it('prints a snapshot that more than two thirds of the nodes signed, and nothing else; sends nothing', async () => {
    const before = deployed.ledger.transactionCount;
    const { exitCode, output, errors } = await snapshot('gateway');
    expect({ exitCode, errors }).toEqual({
      exitCode: 0,
      errors: expect.stringMatching(/^nodes \d, \d, \d, \d of version 2 signed version 2 at .* UTC\n$/) as string,
    });
    const written = await verdictOf(output);
    const { signers } = written;
    expect(written).toMatchObject({ signerVersion: 2, version: 2, verdict: { ok: true, signers } });
    expect(signers).toHaveLength(4);
    expect(deployed.ledger.transactionCount).toBe(before);
  });

  it('has the nodes of the version that another chain holds name the current one, and writes it into a file', async () => {
    const path = terminal.file('snapshot.json', '');
    const { exitCode, output } = await snapshot('gateway', '--signer-version', '1', '--out', path);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' });
    const verdict = { ok: true, signers: [0, 1, 2] };
    expect(await verdictOf(await readFile(path, 'utf8'))).toMatchObject({ signerVersion: 1, version: 2, verdict });
  });

  it.each<[Fault, string]>([
    ['down', 'node 1, commit: no answer within 5 s; check that its endpoint can be reached from here\n'],
    ['babble', 'node 1, commit: an answer of status 200 that is not in the form of a node; check its endpoint\n'],
    ['clock_skew', `node 1, commit: refused with clock_skew: ${nodeErrors.clock_skew.meaning}\n`],
  ])('goes on without a node that is at fault, and names it: %s', async (fault, named) => {
    faults.set(1, fault);
    const { exitCode, output, errors } = await snapshot('gateway');
    expect([exitCode, errors]).toEqual([0, expect.stringContaining(named)]);
    expect(await verdictOf(output)).toMatchObject({ signers: [0, 2, 3, 4], verdict: { ok: true } });
  });

  it('fails where too few nodes sign', async () => {
    faults.set(1, 'not_ready');
    faults.set(2, 'down');
    const { exitCode, output, errors } = await snapshot('gateway');
    expect({ exitCode, output }).toEqual({ exitCode: 5, output: '' });
    expect(errors).toMatch(/^node 1, commit: .*\nnode 2, commit: .*\noracle-gateway-admin: .* it needs 4 of 5 nodes; /);
  });

  it.each<[string, string, string[], string]>([
    ['a key that is no gateway', 'stranger', [], 'is the key of no gateway'],
    ['a version to come', 'gateway', ['--signer-version', '3'], 'signer-version: must be 1..2'],
    ['no version', 'gateway', ['--signer-version', '0'], 'signer-version: must be 1..2'],
  ])('refuses %s', async (_what, key, words, reason) => {
    const { exitCode, output, errors } = await snapshot(key, ...words);
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' });
    expect(errors).toContain(reason);
  });

  it('refuses a file that cannot be written', async () => {
    const { exitCode, errors } = await snapshot('gateway', '--out', '/nowhere/snapshot.json');
    const help = 'oracle-gateway-admin registry snapshot --help shows how it is used';
    expect({ exitCode, errors }).toEqual({
      exitCode: 2,
      errors: `oracle-gateway-admin: --out: must name a file that can be written\n${help}\n`,
    });
  });

  it('asks for a key that was replaced where the ledger says it was; a second replacement is warned of, and needs --endpoints', async () => {
    const administrator = deployed.administer('administrator');
    // Version 1 has the first three nodes, and all of them must sign.
    const [earlier] = (await deployed.reader.nodes()).filter(({ index }) => index === 0);
    if (earlier === undefined) throw new TypeError('five nodes');
    const endpoint = 'http://127.0.0.1:9';
    const registration = deployed.registration(0, 'node 0, next', { endpoint, previousRegisteredAt: earlier.registeredAt });
    const once = await planRegisterNode(administrator, { registration, intoRegistry: true });
    expect(JSON.stringify((once as Change).effects)).not.toContain('warning');
    await perform(administrator, once);
    const replaced = await snapshot('gateway', '--signer-version', '1');
    expect(replaced.exitCode).toBe(0);
    expect(await verdictOf(replaced.output)).toMatchObject({ signerVersion: 1, version: 3, verdict: { ok: true, signers: [0, 1, 2] } });

    const again = { endpoint, previousRegisteredAt: await registeredAt(0) };
    const second = { registration: deployed.registration(0, 'node 0, last', again), intoRegistry: true };
    const plan = await planRegisterNode(administrator, second);
    expect(plan).toMatchObject({
      effects: expect.arrayContaining([
        'warning: other chains at version 1 cannot go on: 2 of its 3 keys keep an endpoint, and 3 must sign',
      ]) as string[],
    });
    expect(JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))).not.toContain(
      'at version 2',
    );
    await perform(administrator, plan);
    const alone = await snapshot('gateway', '--signer-version', '1');
    expect([alone.exitCode, alone.errors]).toEqual([5, expect.stringContaining('it needs 3 of 3 nodes') as string]);
    const { exitCode, output } = await snapshot('gateway', '--signer-version', '1', '--endpoints', `0=${earlier.endpoint}`);
    expect(exitCode).toBe(0);
    expect(await verdictOf(output)).toMatchObject({ signerVersion: 1, version: 4, verdict: { ok: true, signers: [0, 1, 2] } });
    for (const words of ['0', '64=http://a', '0=ftp://a', '0=http://a,0=http://b']) {
      expect((await snapshot('gateway', '--endpoints', words)).errors).toContain('--endpoints: must be node indices 0..63');
    }
  });

  it('refuses a gateway that is out of service', async () => {
    const administrator = deployed.administer('administrator');
    const gateway = { gateway: signerOf('gateway').address };
    await perform(administrator, await planGatewayStatus(administrator, { ...gateway, status: 'inactive' }));
    const { exitCode, errors } = await snapshot('gateway');
    expect([exitCode, errors]).toEqual([3, expect.stringContaining('is out of service: `gateway start` comes first')]);
  });
});
