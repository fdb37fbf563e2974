import { describe, expect, it } from 'vitest';

import { readServiceLine } from './service-line.js';

const MEMBERS = { level: 40, time: 1_764_165_720_000, app: 'gateway', roundId: 'r', msg: 'round failed' };
const JSON_LINE = JSON.stringify(MEMBERS);
const LINE = { timeMs: MEMBERS.time, level: 40, program: 'gateway', message: 'round failed', facts: { roundId: 'r' } };

describe('a line as', () => {
  it.each([
    ['the service writes it', JSON_LINE],
    ['docker compose logs', `gateway-1  | ${JSON_LINE}`],
    ['docker compose logs --timestamps', `oracle-gateway-1  | 2026-11-26T14:02:00.123456789Z ${JSON_LINE}`],
    ['docker compose logs with colours', `\u001b[36mgateway-1  | \u001b[0m${JSON_LINE}`],
    ['podman-compose logs', `[gateway] | ${JSON_LINE}`],
    ['docker logs --timestamps', `2026-11-26T14:02:00.123456789Z ${JSON_LINE}`],
    ['kubectl logs --prefix', `[pod/gateway-6d4cf56db6-x2x7q/gateway] ${JSON_LINE}`],
    ['kubectl logs --prefix --timestamps', `[pod/gateway-0/gateway] 2026-11-26T14:02:00.123456789Z ${JSON_LINE}`],
    ['a file of containerd', `2026-11-26T14:02:00.123456789+01:00 stdout F ${JSON_LINE}`],
    ["a file of docker's", JSON.stringify({ log: `${JSON_LINE}\n`, stream: 'stdout', time: '2026-11-26T14:02:00.1Z' })],
    ['journalctl', `Nov 26 14:02:00 host-1 oracle-gateway[4711]: ${JSON_LINE}`],
    ['journalctl -o short-iso', `2026-11-26T14:02:00+0000 host-1 oracle-gateway@1.service[4711]: ${JSON_LINE}`],
    ['journalctl -o short-full', `Thu 2026-11-26 14:02:00 UTC host-1 oracle-gateway[4711]: ${JSON_LINE}`],
    ['journalctl -o json', JSON.stringify({ _PID: '4711', MESSAGE: JSON_LINE })],
    ['a Windows line', `${JSON_LINE}\r`],
  ])('%s', (_where, text) => {
    expect(readServiceLine(text)).toEqual(LINE);
  });

  it('a node has its index in the name of the program', () => {
    expect(readServiceLine(JSON.stringify({ ...MEMBERS, app: 'oracle-node', node: 3 }))).toMatchObject({ program: 'oracle-node 3' });
  });
});

describe('no line of ours is', () => {
  it.each([
    ['an empty one', ''],
    ['text', 'listening on 8080'],
    ['a cut one', JSON_LINE.slice(0, -1)],
    ['one with more behind it', `${JSON_LINE} ${JSON_LINE}`],
    ['an access log that quotes what a caller sent', `203.0.113.9 - - [26/Nov/2026] "GET / HTTP/1.1" 200 "-" ${JSON_LINE}`],
    ['a prefix that no program writes', `forwarded: ${JSON_LINE}`],
    ['a line inside a line of ours', JSON.stringify({ ...MEMBERS, app: 'proxy', log: JSON_LINE })],
    ['an envelope in an envelope', JSON.stringify({ log: JSON.stringify({ log: JSON_LINE }) })],
    ['a line of another program', JSON.stringify({ ...MEMBERS, app: 'proxy' })],
    ['a list', `[${JSON_LINE}]`],
    ['one whose time is no time', JSON.stringify({ ...MEMBERS, time: 1e17 })],
    ['one whose time is a text', JSON.stringify({ ...MEMBERS, time: '2026' })],
    ['one without a message', JSON.stringify({ ...MEMBERS, msg: undefined })],
    ['deeply nested text', `{"a":${'['.repeat(60_000)}`],
  ])('%s', (_what, text) => {
    expect(readServiceLine(text)).toBeNull();
  });
});
