import { type ComponentChildren, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { agoText, momentText } from '../words/times.js';

const TICK_MS = 1_000;

/** An age that grows while it is looked at; the moment itself is its title. */
export function Ago({ atMs }: { readonly atMs: number }): ComponentChildren {
  const now = useNow();
  return h('time', { dateTime: isoText(atMs), title: momentText(atMs) }, agoText(atMs, now));
}

/** Unix milliseconds, each second anew. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function isoText(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
