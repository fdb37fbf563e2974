/** A wait that can be ended early. One caller waits at a time. */
export interface Alarm {
  /** Resolves after `ms`, or at the next `ring`; at once if it rang since the last wait. Keeps no process alive. */
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
          const timer = ms === Infinity ? undefined : setTimeout(resolve, ms).unref();
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
