import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeats } from './seats.js';

interface Named {
  readonly tenant: string;
  readonly name: number;
}

describe('seats', () => {
  it('a newcomer of another tenant takes the seat that has been idle for longest, of the tenant that has most', () => {
    const seats = createSeats<Named>({ max: 3 });
    const [first, second, third] = [0, 1, 2].map((name) => ({ tenant: 'a', name }));
    for (const seat of [first, second, third]) expect(seats.add('a', seat!)).toBeNull();
    seats.use(first!);
    seats.rest(first!);
    seats.use(second!);
    expect(seats.add('b', { tenant: 'b', name: 3 })).toBe(third);
    expect(seats.add('b', { tenant: 'b', name: 4 })).toBe(first);
    // All of the largest are in use: the oldest goes.
    expect(seats.add('a', { tenant: 'a', name: 5 })).toMatchObject({ tenant: 'b', name: 3 });
  });

  it('a seat in use stays while another of the largest tenants has an idle one', () => {
    const seats = createSeats<Named>({ max: 3 });
    const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map((name) => ({ tenant: String(name), name }));
    for (const seat of [first!, second!, third!]) seats.add(seat.tenant, seat);
    seats.use(first!);
    seats.use(second!);
    expect(seats.add('3', fourth!)).toBe(third);
    seats.use(fourth!);
    // All others are in use: a newcomer is not turned away.
    expect(seats.add('4', fifth!)).toBe(first);
  });

  it('what is removed is gone once, and needs no other to go', () => {
    const seats = createSeats<Named>({ max: 1 });
    const seat = { tenant: 'a', name: 0 };
    seats.add('a', seat);
    seats.remove(seat);
    seats.remove(seat);
    expect(seats.add('b', { tenant: 'b', name: 1 })).toBeNull();
    expect(seats.size()).toBe(1);
  });

  it('are never more than there are, and no tenant loses one while another has more', () => {
    const command = fc.record({ kind: fc.constantFrom('add', 'use', 'rest', 'remove'), tenant: fc.nat(6), index: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 400 }), (commands) => {
        const seats = createSeats<Named>({ max: 12 });
        const seated: Named[] = [];
        const used = new Set<Named>();
        const sizeOf = (tenant: string): number => seated.filter((seat) => seat.tenant === tenant).length;
        for (const [name, { kind, tenant, index }] of commands.entries()) {
          const chosen = seated[index % Math.max(1, seated.length)];
          if (kind === 'add') {
            const seat = { tenant: String(tenant), name };
            seated.push(seat);
            const gone = seats.add(seat.tenant, seat);
            if (gone !== null) {
              const most = Math.max(...seated.map((other) => sizeOf(other.tenant)));
              expect(sizeOf(gone.tenant)).toBe(most);
              const isSpared = (other: Named): boolean => other !== seat && !used.has(other) && sizeOf(other.tenant) === most;
              if (used.has(gone)) expect(seated.filter(isSpared)).toEqual([]);
              used.delete(gone);
              seated.splice(seated.indexOf(gone), 1);
            }
          } else if (chosen !== undefined) {
            if (kind === 'use') {
              seats.use(chosen);
              used.add(chosen);
            }
            if (kind === 'rest') {
              seats.rest(chosen);
              used.delete(chosen);
            }
            if (kind === 'remove') {
              used.delete(chosen);
              seats.remove(chosen);
              seated.splice(seated.indexOf(chosen), 1);
            }
          }
          expect(seats.size()).toBe(seated.length);
          expect(seated.length).toBeLessThanOrEqual(12);
        }
      }),
    );
  });

  it('there is at least one', () => {
    expect(() => createSeats({ max: 0 })).toThrow(RangeError);
  });
});
