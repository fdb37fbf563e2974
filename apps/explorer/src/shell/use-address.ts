import { useEffect, useMemo, useState } from 'preact/hooks';
import { type PageAddress, readPageAddress } from './address.js';

/** The view that the address names now; it follows links, back and forward. */
export function useAddress(): PageAddress {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return useMemo(() => readPageAddress(hash), [hash]);
}
