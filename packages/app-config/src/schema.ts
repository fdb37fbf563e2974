import { type StringOptions, type TInteger, type TObject, type TProperties, type TString, Type } from '@sinclair/typebox';

/** A TOML table: closed, and empty when the file leaves it out, so that what it must hold is named key by key. */
export const table = <const Members extends TProperties>(members: Members): TObject<Members> =>
  Type.Object(members, { additionalProperties: false, default: {} });

/** A text with at least one character; `title` says its form where there is one. */
export const text = (description: string, options: StringOptions = {}): TString =>
  Type.String({ minLength: 1, maxLength: 4_096, title: 'a text that is not empty', description, ...options });

export const integer = (description: string, bounds: { minimum: number; maximum: number; default?: number }): TInteger =>
  Type.Integer({ title: `an integer from ${bounds.minimum} to ${bounds.maximum}`, description, ...bounds });

/** An address to listen on; loopback unless the file says otherwise. */
export const host = (description: string): TString =>
  Type.String({ pattern: '^[0-9A-Za-z.:-]{1,253}$', title: 'a host name or an IP address', description, default: '127.0.0.1' });

export const port = (description: string, value: number): TInteger => integer(description, { minimum: 0, maximum: 65_535, default: value });
