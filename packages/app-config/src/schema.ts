import { type StringOptions, type TInteger, type TObject, type TProperties, type TString, Type } from '@sinclair/typebox';

/** A TOML table without unknown keys. If the file leaves it out, it is empty, so that each missing key is named. */
export function table<const Members extends TProperties>(members: Members): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, default: {}, title: 'a table' });
}

/** A text with at least one character; `title` describes its form. */
export function text(description: string, options: StringOptions = {}): TString {
  return Type.String({ minLength: 1, maxLength: 4_096, title: 'a text that is not empty', description, ...options });
}

export function integerSetting(description: string, bounds: { minimum: number; maximum: number; default?: number }): TInteger {
  return Type.Integer({ title: `an integer from ${bounds.minimum} to ${bounds.maximum}`, description, ...bounds });
}

/** An address to listen on; loopback unless the file says otherwise. */
export function host(description: string): TString {
  return Type.String({ pattern: '^[0-9A-Za-z.:-]{1,253}$', title: 'a host name or an IP address', description, default: '127.0.0.1' });
}

export function port(description: string, value: number): TInteger {
  return integerSetting(description, { minimum: 0, maximum: 65_535, default: value });
}
