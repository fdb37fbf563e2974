import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

export interface PageSecrets {
  /** Names of the placeholders of the source. */
  readonly names: readonly string[];
  /** Whether every one has a value. */
  readonly areFilled: boolean;
  /** The values, for one request; undefined where the source has no placeholder. */
  readonly read: () => Readonly<Record<string, string>> | undefined;
  readonly write: (name: string, value: string) => void;
  readonly clear: () => void;
  /** Grows when the values are cleared, so that fields are made anew. */
  readonly round: number;
}

/**
 * The secrets of a private source, by the name of their placeholder. They are in memory alone, in no state that is drawn, and are forgotten
 * when the visitor leaves this part, the page or the source.
 */
export function useSecrets(names: readonly string[]): PageSecrets {
  const values = useRef(new Map<string, string>());
  const [filled, setFilled] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const clear = useMemo(
    () => (): void => {
      values.current.clear();
      setFilled([]);
      setRound((known) => known + 1);
    },
    [],
  );
  useEffect(() => {
    // A page that a browser keeps to come back to runs on with its memory.
    addEventListener('pagehide', clear);
    return () => {
      removeEventListener('pagehide', clear);
      values.current.clear();
    };
  }, [clear]);
  const key = names.join();
  useEffect(clear, [key]);
  return {
    names,
    areFilled: names.every((name) => filled.includes(name)),
    read: () => (names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, values.current.get(name) ?? '']))),
    write(name, value) {
      if (value === '') values.current.delete(name);
      else values.current.set(name, value);
      setFilled([...values.current.keys()]);
    },
    clear,
    round,
  };
}
