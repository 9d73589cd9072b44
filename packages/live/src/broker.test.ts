import { describe, expect, it } from 'vitest';
import { createSubscriptions, filterMatches } from './subscriptions.ts';

describe('topic filters', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['a/b/c', 'a/b', false],
    ['a/+', 'a/b', true],
    ['a/+', 'a', false],
    ['a/+', 'a/', true],
    ['+/b', '/b', true],
    ['a/+/c', 'a/b/c', true],
    ['a/#', 'a', true],
    ['a/#', 'a/b/c', true],
    ['a/#', 'ab', false],
    ['#', 'a/b', true],
    ['#', '$SYS/x', false],
    ['+/x', '$SYS/x', false],
    ['$SYS/#', '$SYS/x', true],
  ])('%s and %s: %s', (filter, topic, expected) => {
    expect(filterMatches(filter.split('/'), topic.split('/'))).toBe(expected);
  });

  it('a listener is found by its filters until they are removed', () => {
    const subscriptions = createSubscriptions<string>();
    const found = (topic: string): string[] => {
      const listeners: string[] = [];
      subscriptions.each(topic, (listener) => listeners.push(listener));
      return listeners;
    };
    subscriptions.add('a/b', 'plain');
    subscriptions.add('a/+', 'wild');
    subscriptions.add('a/b', 'other');
    expect(found('a/b')).toEqual(['plain', 'other', 'wild']);
    expect(found('a/c')).toEqual(['wild']);
    subscriptions.remove('a/b', 'plain');
    subscriptions.remove('a/+', 'wild');
    subscriptions.remove('never/had', 'wild');
    expect(found('a/b')).toEqual(['other']);
  });
});
