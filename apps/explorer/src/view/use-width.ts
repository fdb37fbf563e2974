import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Width of an element in pixels as it is laid out now; `first` until that is known. */
export function useWidth<E extends HTMLElement>(first: number): { readonly place: RefObject<E | null>; readonly width: number } {
  const place = useRef<E>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
    });
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
