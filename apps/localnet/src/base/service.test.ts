import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { projectRoot } from './project-root.js';
import { AppProcess, ServiceStartError } from './service.js';

const NOTHING = 'data:text/javascript,';

let folder: string;
let port: number;
const services: AppProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'));
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  port = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill();
  await rm(folder, { recursive: true, force: true });
});

async function serviceOf(script: string): Promise<AppProcess> {
  const main = join(folder, 'main.mjs');
  await writeFile(main, script);
  const service = new AppProcess({
    name: 'sample',
    main,
    arguments: ['--config', 'x.toml'],
    logPath: join(folder, 'sample.log'),
    readyUrl: `http://127.0.0.1:${port}/ready`,
    preload: NOTHING,
  });
  services.push(service);
  return service;
}

function serving(onSigterm: string): string {
  return `
  import { createServer } from 'node:http';
  let asked = 0;
  createServer((request, response) => response.writeHead(++asked < 3 ? 503 : 200).end()).listen(${port}, '127.0.0.1');
  console.log('arguments', ...process.argv.slice(2));
  process.on('SIGTERM', () => { ${onSigterm} });
`;
}

describe('a service', () => {
  it('has started once it answers 200, and writes its log to its file', async () => {
    const service = await serviceOf(serving('process.exit(0)'));
    await service.start();
    expect(service.isRunning).toBe(true);
    expect(await readFile(join(folder, 'sample.log'), 'utf8')).toBe('arguments --config x.toml\n');
  });

  it('is reported with the last lines of its log where it stops while it is starting', async () => {
    const service = await serviceOf(`console.error('settlement.db_path is missing'); process.exit(1);`);
    const error = await service.start().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ServiceStartError);
    expect(String(error)).toContain('sample stopped while it was starting');
    expect(String(error)).toContain('settlement.db_path is missing');
    expect(service.isRunning).toBe(false);
  });

  it.each(['server', 'metrics'])('tells that another process listens on the port of its %s', async (key) => {
    const service = await serviceOf(`
      import { listen } from '${pathToFileURL(join(projectRoot(), 'packages/process/dist/index.js')).href}';
      import { createServer } from 'node:http';
      const taken = createServer().listen(0, '127.0.0.1', () =>
        listen(createServer(), { host: '127.0.0.1', port: taken.address().port }, '${key}').catch((error) => {
          console.error(error.message);
          process.exit(1);
        }),
      );
    `);
    expect(await service.start().catch((cause: unknown) => cause)).toMatchObject({ isForPort: true });
  });

  it('comes back at the same address as another process', async () => {
    const service = await serviceOf(serving('process.exit(0)'));
    await service.start();
    const before = service.pid;
    await service.restart();
    expect(service.pid).not.toBe(before);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  it('is gone once it has been stopped or killed, and stopping it twice changes nothing', async () => {
    const service = await serviceOf(serving('process.exit(0)'));
    await service.start();
    await service.stop();
    expect(service.isRunning).toBe(false);
    await service.stop();
    await service.kill();
    await service.start();
    await service.kill();
    expect(service.isRunning).toBe(false);
  });
});
