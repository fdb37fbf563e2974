/** Seats that can be taken away: connections. A newcomer always gets one; above the limit, the tenant that has most loses one. */
export interface Seats<Seat> {
  /**
   * Adds an idle seat. Returns the seat that must go for it, of a tenant that has most: of one with an idle seat the one idle for longest, else the
   * oldest in use.
   */
  readonly add: (tenant: string, seat: Seat) => Seat | null;
  /** The seat is in use: it goes only if no tenant that has most has an idle one. */
  readonly use: (seat: Seat) => void;
  /** The seat is idle from now on. */
  readonly rest: (seat: Seat) => void;
  readonly remove: (seat: Seat) => void;
  readonly size: () => number;
}

interface TenantSeats<Seat> {
  /** Longest idle first. */
  readonly idle: Set<Seat>;
  /** Longest in use first. */
  readonly used: Set<Seat>;
}

/** Tenants that have equally many seats. */
interface Equals {
  readonly withIdle: Set<string>;
  readonly allUsed: Set<string>;
}

/** Each call takes constant time. */
export function createSeats<Seat extends object>({ max }: { readonly max: number }): Seats<Seat> {
  if (!Number.isSafeInteger(max) || max < 1) throw new RangeError('max: must be a positive integer');
  const tenantOf = new Map<Seat, string>();
  const tenants = new Map<string, TenantSeats<Seat>>();
  /** Tenants by their number of seats. A tenant moves by one, so the largest number changes by one too. */
  const bySize = new Map<number, Equals>();
  let largest = 0;

  const sizeOf = ({ idle, used }: TenantSeats<Seat>): number => idle.size + used.size;

  /** Changes the seats of a tenant, and its place among the tenants. */
  const change = (tenant: string, seats: TenantSeats<Seat>, work: () => void): void => {
    const [size, hadIdle] = [sizeOf(seats), seats.idle.size > 0];
    work();
    const [newSize, hasIdle] = [sizeOf(seats), seats.idle.size > 0];
    if (size === newSize && hadIdle === hasIdle) return;
    const left = bySize.get(size);
    left?.withIdle.delete(tenant);
    left?.allUsed.delete(tenant);
    if (newSize > 0) {
      const equals = bySize.get(newSize) ?? { withIdle: new Set(), allUsed: new Set() };
      bySize.set(newSize, equals);
      equals[hasIdle ? 'withIdle' : 'allUsed'].add(tenant);
    }
    if (left !== undefined && left.withIdle.size + left.allUsed.size === 0) bySize.delete(size);
    if (newSize > largest) largest = newSize;
    else if (!bySize.has(largest)) largest = Math.max(0, largest - 1);
  };

  const remove = (seat: Seat): void => {
    const tenant = tenantOf.get(seat);
    const seats = tenant === undefined ? undefined : tenants.get(tenant);
    if (tenant === undefined || seats === undefined) return;
    change(tenant, seats, () => {
      tenantOf.delete(seat);
      seats.idle.delete(seat);
      seats.used.delete(seat);
    });
    if (sizeOf(seats) === 0) tenants.delete(tenant);
  };

  /** Which seat goes for the newcomer, which is idle and came last. */
  const oneOfTheLargest = (newcomer: Seat): Seat | null => {
    const equals = bySize.get(largest);
    const [withIdle] = equals?.withIdle ?? [];
    const [allUsed] = equals?.allUsed ?? [];
    const [idle = null] = (withIdle === undefined ? undefined : tenants.get(withIdle)?.idle) ?? [];
    // A newcomer that is the only seat of its tenant does not show a tenant with too many.
    if (idle !== null && (idle !== newcomer || largest > 1 || allUsed === undefined)) return idle;
    const [used = null] = (allUsed === undefined ? undefined : tenants.get(allUsed)?.used) ?? [];
    return used;
  };

  const move = (seat: Seat, to: 'idle' | 'used'): void => {
    const tenant = tenantOf.get(seat);
    const seats = tenant === undefined ? undefined : tenants.get(tenant);
    if (tenant === undefined || seats === undefined) return;
    change(tenant, seats, () => {
      seats.idle.delete(seat);
      seats.used.delete(seat);
      seats[to].add(seat);
    });
  };

  return {
    add(tenant, seat) {
      remove(seat);
      const seats = tenants.get(tenant) ?? { idle: new Set(), used: new Set() };
      tenants.set(tenant, seats);
      change(tenant, seats, () => {
        seats.idle.add(seat);
        tenantOf.set(seat, tenant);
      });
      if (tenantOf.size <= max) return null;
      const gone = oneOfTheLargest(seat);
      if (gone !== null) remove(gone);
      return gone;
    },
    use: (seat) => move(seat, 'used'),
    rest: (seat) => move(seat, 'idle'),
    remove,
    size: () => tenantOf.size,
  };
}
