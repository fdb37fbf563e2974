import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireDebianTool } from '../debian-tool.mjs';

const run = promisify(execFile);
const SAMPLE_EVERY_SECONDS = 15;
const ROUNDS_A_SECOND = 3;
const LABELS = 'job="gateway",instance="before",operation="executeRound",status="200",code="",scope=""';

/**
 * Gives a Prometheus that starts now some hours of served rounds. An alert's window would otherwise hold the failure alone, and fire at once.
 *
 * @param {{ folder: string, dataFolder: string, hours: number }} input
 */
export async function writeHistory({ folder, dataFolder, hours }) {
  const samples = (hours * 3_600) / SAMPLE_EVERY_SECONDS;
  const startSeconds = Math.floor(Date.now() / 1_000) - hours * 3_600;
  const lines = Array.from({ length: samples }, (_, index) => {
    const seconds = index * SAMPLE_EVERY_SECONDS;
    return `oracle_gateway_http_requests_total{${LABELS}} ${seconds * ROUNDS_A_SECOND} ${startSeconds + seconds}`;
  });
  const path = join(folder, 'history.txt');
  await writeFile(path, ['# TYPE oracle_gateway_http_requests counter', ...lines, '# EOF', ''].join('\n'));
  const { command } = await requireDebianTool('promtool');
  await run(command, ['tsdb', 'create-blocks-from', 'openmetrics', path, dataFolder]);
}
