import { describe, expect, it } from 'vitest';
import { NodeError } from './errors.js';
import { createObservePlaces } from './observe-places.js';

const overloaded = new NodeError('overloaded');

describe('places of observations', () => {
  it('are as many as said, a quarter of them for one requester', () => {
    const places = createObservePlaces({ max: 8 });
    for (const requester of ['a', 'b', 'c', 'd']) {
      places.take(requester);
      places.take(requester);
      expect(() => places.take(requester)).toThrow(overloaded);
    }
    expect(() => places.take('e')).toThrow(overloaded);
  });

  it('are given back once, however often', () => {
    const places = createObservePlaces({ max: 1 });
    const leave = places.take('a');
    leave();
    places.take('b');
    leave();
    expect(() => places.take('c')).toThrow(overloaded);
  });
});
