import { Agent, type Dispatcher } from 'undici';

/** Origins of sources, each with the origin that is asked in its place. */
export type SourceFixtures = Readonly<Record<string, string>>;

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '[::1]'];

/** The rule that these fixtures break on this network, or null. A node on mainnet must ask the source itself. */
export function fixturesFault(fixtures: SourceFixtures, network: string): string | null {
  const entries = Object.entries(fixtures);
  if (entries.length > 0 && network === MAINNET) return 'must be empty on mainnet';
  if (!entries.every(([origin]) => isOrigin(origin))) return 'must name origins, such as https://api.example';
  const isLoopback = (target: string): boolean => isOrigin(target) && LOOPBACK_HOSTS.includes(new URL(target).hostname);
  if (!entries.every(([, target]) => isLoopback(target) && target.startsWith('http://')))
    return 'must lead to origins http://127.0.0.1:port';
  return null;
}

export interface FixtureUpstreams {
  /** Redirects requests for an origin with a fixture to that fixture; `Host` keeps the host of the origin. */
  readonly intercept: Dispatcher.DispatcherComposeInterceptor;
  close(): Promise<void>;
}

/** The upstreams of fixtures, on connections of their own: fixtures are on loopback, which callers must not reach. */
export function createFixtureUpstreams(fixtures: SourceFixtures, timeoutMs: number): FixtureUpstreams {
  const places = new Map(Object.entries(fixtures));
  const connections = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return {
    intercept: (dispatch) => (options, handler) => {
      const origin = String(options.origin);
      const target = places.get(origin);
      if (target === undefined) return dispatch(options, handler);
      // This node sends headers as an object of names and values.
      const headers = Object.fromEntries([...Object.entries(options.headers ?? {}), ['host', new URL(origin).host]]);
      return connections.dispatch({ ...options, origin: target, headers }, handler);
    },
    close: () => connections.destroy(),
  };
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
