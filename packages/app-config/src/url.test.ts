import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readUrl } from './url.js';

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
