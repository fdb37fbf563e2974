import type { ApiConfig } from '@oracle-gateway/protocol';

/** A source that a user named, in one of the forms. */
export interface NamedSource {
  readonly source: ApiConfig;
  /** Quorum that suits the data, where a catalogue advises it. */
  readonly quorum?: number;
  /** Whether the gateway alone describes the source. */
  readonly isFromGateway: boolean;
}
