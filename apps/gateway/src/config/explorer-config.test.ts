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
const FILES = 'files_path = "src"';
const RPC = 'rpc_urls = ["https://rpc.example"]';

function read(explorer: readonly string[], host = '127.0.0.1'): ReturnType<typeof readExplorerConfig> {
  return readExplorerConfig(parseConfigFile(`[server]\nhost = "${host}"\n${MINIMAL}[explorer]\n${explorer.join('\n')}`));
}

describe('readExplorerConfig', () => {
  it('serves no page unless it is told to', async () => {
    expect(await read([])).toBeNull();
    expect(await read([FILES, RPC])).toBeNull();
  });

  it('takes the page that comes with the gateway where no folder is named', async () => {
    expect(await read(['enabled = true', RPC])).toEqual({ filesPath: null, rpcUrls: ['https://rpc.example'] });
  });

  it('takes a folder and RPC servers', async () => {
    expect(await read(['enabled = true', FILES, RPC])).toEqual({ filesPath: 'src', rpcUrls: ['https://rpc.example'] });
  });

  it.each([
    [[FILES], 'explorer.rpc_urls', 'must name a server'],
    [['files_path = "no/page"', RPC], 'explorer.files_path', 'must name a folder that can be read; there is no'],
    [[FILES, 'rpc_urls = ["wss://rpc.example"]'], 'explorer.rpc_urls[0]', 'must be a URL'],
  ])('refuses %j', async (lines, key, rule) => {
    await expect(read(['enabled = true', ...lines])).rejects.toThrow(`${key}: ${rule}`);
  });

  it.each(['0.0.0.0', '10.0.0.1', '::'])('hands a key to no visitors from elsewhere: %s', async (host) => {
    const lines = ['enabled = true', FILES, RPC, 'demo_keypair_path = "demo.json"'];
    await expect(read(lines, host)).rejects.toThrow(
      'explorer.demo_keypair_path: must be left out unless server.host is a loopback address',
    );
    expect(await read(lines)).not.toBeNull();
  });
});
