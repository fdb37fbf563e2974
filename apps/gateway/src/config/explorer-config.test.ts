import { describe, expect, it } from 'vitest';
import { parseConfigFile } from './config.js';
import { readExplorerConfig } from './explorer-config.js';

const MINIMAL = `
[solana]
rpc_url = "http://127.0.0.1:8899"
program_id = "11111111111111111111111111111112"
network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
[settlement]
db_path = "redis://127.0.0.1:6379"
gateway_keypair_path = "keypair.json"
`;
const FILES = 'files_path = "page"';
const RPC = 'rpc_urls = ["https://rpc.example"]';

function read(explorer: readonly string[], host = '127.0.0.1'): ReturnType<typeof readExplorerConfig> {
  return readExplorerConfig(parseConfigFile(`[server]\nhost = "${host}"\n${MINIMAL}[explorer]\n${explorer.join('\n')}`));
}

describe('readExplorerConfig', () => {
  it('serves no page unless it is told to', () => {
    expect(read([])).toBeNull();
    expect(read([FILES, RPC])).toBeNull();
  });

  it('takes the page that comes with the gateway where no folder is named', () => {
    expect(read(['enabled = true', RPC])).toEqual({ filesPath: null, rpcUrls: ['https://rpc.example'] });
  });

  it('takes a folder and RPC servers', () => {
    expect(read(['enabled = true', FILES, RPC])).toEqual({ filesPath: 'page', rpcUrls: ['https://rpc.example'] });
  });

  it.each([
    [[FILES], 'explorer.rpc_urls', 'must name a server'],
    [[FILES, 'rpc_urls = ["wss://rpc.example"]'], 'explorer.rpc_urls[0]', 'must be a URL'],
  ])('refuses %j', (lines, key, rule) => {
    expect(() => read(['enabled = true', ...lines])).toThrow(`${key}: ${rule}`);
  });

  it.each(['0.0.0.0', '10.0.0.1', '::'])('hands a key to no visitors from elsewhere: %s', (host) => {
    const lines = ['enabled = true', FILES, RPC, 'demo_keypair_path = "demo.json"'];
    expect(() => read(lines, host)).toThrow('explorer.demo_keypair_path: must be left out unless server.host is a loopback address');
    expect(read(lines)).not.toBeNull();
  });
});
