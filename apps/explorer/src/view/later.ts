import { type ComponentChildren, type FunctionComponent, h } from 'preact';
import { Loaded, useLoading } from './loaded.js';

interface LaterInput<P> {
  /** Loads the file of the part; browsers keep it. */
  readonly load: () => Promise<FunctionComponent<P>>;
  readonly props: P;
  /** Named while the file comes, such as `the builder`. */
  readonly what: string;
}

/** A part of the page whose file is loaded when it is first shown. */
export function Later<P extends object>({ load, props, what }: LaterInput<P>): ComponentChildren {
  const loading = useLoading(load, what);
  return h(Loaded<FunctionComponent<P>>, { of: loading, what, children: (part) => h(part, { ...props, key: what }) });
}
