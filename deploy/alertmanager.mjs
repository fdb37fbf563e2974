import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complaintsOf } from './debian-tool.mjs';

/** Alertmanager reads the URL of a webhook from a file since 0.26; Debian 12 has 0.25, which takes the URL alone. */
const URL_FILE = /^(\s*(?:- )?)url_file: .+$/gm;

/**
 * Faults that amtool finds in a configuration of Alertmanager.
 *
 * @param {string} amtool command
 * @param {string} text of the configuration
 * @returns {Promise<string[]>}
 */
export async function alertmanagerFaults(amtool, text) {
  const folder = await mkdtemp(join(tmpdir(), 'oracle-gateway-routing-'));
  try {
    const path = join(folder, 'alertmanager.yml');
    await writeFile(path, text.replace(URL_FILE, '$1url: http://127.0.0.1/'));
    const complaint = await complaintsOf(amtool, ['check-config', path]);
    return complaint === '' ? [] : [`deploy/prometheus/alertmanager.yml: ${complaint.replaceAll(folder, '')}`];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
