import type { TransitionListener } from '@oracle-gateway/outbox';

/** One subscription for all who listen. It ends a while after the last of them has left. */
export interface Listening {
  /** Keeps the subscription, once it is started, until the returned function is called. */
  hold(): () => void;
  /** Throws what the connection throws. */
  start(): Promise<void>;
  close(): void;
}

export function createListening(listener: TransitionListener, { lingerMs }: { readonly lingerMs: number }): Listening {
  let holders = 0;
  let lingering: NodeJS.Timeout | undefined;
  return {
    hold() {
      clearTimeout(lingering);
      holders += 1;
      return () => {
        holders -= 1;
        if (holders === 0) lingering = setTimeout(() => listener.stop(), lingerMs).unref();
      };
    },
    start: () => listener.start(),
    close() {
      clearTimeout(lingering);
      listener.stop();
    },
  };
}
