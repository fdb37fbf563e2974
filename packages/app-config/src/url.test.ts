import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readHttpUrl, readUrl } from './url.js';

function read(text: string) {
  return readUrl({ name: 'the.url', text }, ['redis:', 'unix:']);
}

describe('readUrl', () => {
  it.each(['redis://user:password@127.0.0.1:6379/0', 'unix:/run/redis.sock'])('gives back %s as it stands', (text) => {
    expect(read(text)).toBe(text);
  });

  it.each(['', 'hunter2', 'http://hunter2', 'redis://[hunter2', 'xredis://hunter2'])('refuses %j without repeating it', (text) => {
    expect(() => read(text)).toThrow(new ConfigError('the.url', 'must be a URL that starts with redis: or unix:'));
  });
});

describe('readHttpUrl', () => {
  it.each([
    'https://api.example.com/?key=a',
    'http://127.0.0.1:8899',
    'http://[::1]:8899',
    'http://localhost:8080',
    'http://redis',
    'http://gateway:8080',
    'http://gateway.oracle.svc:8080',
    'http://gateway.oracle.svc.cluster.local:8080',
    'http://rpc.internal',
    'http://10.1.2.3',
    'http://172.31.0.1',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://[fd00::1]',
  ])('takes %s', (text) => {
    expect(readHttpUrl({ name: 'the.url', text })).toBe(text);
  });

  it.each([
    'http://api.example.com/hunter2',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://[2001:db8::1]',
    'http://svc.example.com',
    'http://local.example',
  ])('refuses %s: answers of a public host need TLS', (text) => {
    expect(() => readHttpUrl({ name: 'the.url', text })).toThrow(/^the\.url: must start with https: for a public host/);
  });
});
