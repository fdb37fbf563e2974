import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/api-config.json' with { type: 'json' };
import { type ApiConfig, ApiConfigError, parseApiConfig } from './api-config.js';
import { toHex } from './hex.js';
import { JsonError } from './json.js';
import { readRequestJson } from './request-json.js';
import { canonicalApiConfig, deriveSourceId } from './source-id.js';

function read(json: string): ApiConfig {
  return parseApiConfig(readRequestJson(new TextEncoder().encode(json), { maxBytes: 65_536 }));
}

function fieldAtFault(json: string): string {
  try {
    read(json);
  } catch (error) {
    if (error instanceof ApiConfigError) return error.field;
    if (error instanceof JsonError) return 'JSON';
    throw error;
  }
  return 'none';
}

describe('apiConfig', () => {
  it.each(file.accepted)('$name: has the canonical form and source id of the vector', ({ json, canonical, sourceId }) => {
    const config = read(json);
    expect(canonicalApiConfig(config)).toBe(canonical);
    expect(toHex(deriveSourceId(config))).toBe(sourceId);
  });

  it.each(file.refused)('$name: names the member at fault', ({ json, field }) => {
    expect(fieldAtFault(json)).toBe(field);
  });
});
