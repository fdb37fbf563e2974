import type { ApiConfig, Combine } from '@oracle-gateway/protocol';

/** One value of several sources. */
export interface IndexSource {
  readonly apiConfigs: readonly ApiConfig[];
  readonly combine: Combine;
}

/** Anything that has one value. */
export type SourceOrIndex = ApiConfig | IndexSource;

export function isIndex(source: SourceOrIndex): source is IndexSource {
  return 'apiConfigs' in source;
}

/** A source that a user named, in one of the forms. */
export interface NamedSource {
  readonly source: SourceOrIndex;
  /** Quorum that suits the data, where a catalogue advises it. */
  readonly quorum?: number;
  /** Whether the gateway alone describes the source. */
  readonly isFromGateway: boolean;
}
