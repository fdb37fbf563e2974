import { useEffect, useState } from 'preact/hooks';

export const PLACES = ['ask', 'verify', 'nodes'] as const;
export type PagePlace = (typeof PLACES)[number];

/** The part of the page that the address names after `#`. */
export function usePlace(): PagePlace {
  const [place, setPlace] = useState(placeOf(location.hash));
  useEffect(() => {
    const follow = (): void => setPlace(placeOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return place;
}

export function placeOf(hash: string): PagePlace {
  return PLACES.find((place) => hash === `#${place}`) ?? 'ask';
}
