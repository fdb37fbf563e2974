/** A wait that somebody may end early. One waits at a time. */
export interface Alarm {
  /** Resolves after `ms`, or at the next `ring`; at once when it rang since the last wait. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

export function createAlarm(): Alarm {
  let hasRung = false;
  let end: (() => void) | undefined;
  return {
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = ms === Infinity ? undefined : setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      hasRung = false;
    },
    ring() {
      hasRung = true;
      end?.();
    },
  };
}
