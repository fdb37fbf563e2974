#!/usr/bin/env node
// Prepares deploy/Dockerfile: builds the apps, and writes what each image has beside its base into a folder named like the app.
// usage: node deploy/image/write-programs.mjs <folder>
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildApps, programOf } from './program.mjs';
import { ENTRYPOINT, SERVICES } from './services.mjs';

/** Path in the base of the Dockerfile. */
const NODE_OF_BASE = '/nodejs/bin/node';

const [, , folder] = process.argv;
const services = Object.values(SERVICES);
await buildApps(services);
for (const service of services) {
  const root = join(folder, service.app);
  const { entries } = await programOf(service);
  for (const { path, body } of entries) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), body);
  }
  await mkdir(join(root, dirname(service.configPath)), { recursive: true });
  const node = join(root, ENTRYPOINT[0]);
  await mkdir(dirname(node), { recursive: true });
  await symlink(NODE_OF_BASE, node);
}
