import type { ApiConfig } from '@oracle-gateway/protocol';

/** A source that a user named, in one of the forms. */
export interface NamedSource {
  readonly source: ApiConfig;
  /** What suits the data, where a catalogue advises it. */
  readonly quorum?: number;
  /** Where only the gateway says what the source is. */
  readonly isFromGateway: boolean;
}
