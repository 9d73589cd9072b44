import type { GridNo } from '@lookout/domain';
import { INTERNAL, type NumberedMessage } from '@lookout/live';
import { expect, it } from 'vitest';
import { subjectOf } from './changes.ts';

const message = (kind: NumberedMessage['kind'], data: () => unknown): NumberedMessage => ({
  ...{ seq: 1, at: '2026-03-21T08:00:00.000Z', kind, gridNo: '513221' as GridNo },
  get data() {
    return data();
  },
});

it('The event determines the subject, and the content of a new fire is not created to find out', () => {
  const unread = () => {
    throw new Error('its content was read');
  };
  expect(subjectOf(message('newFire', unread))).toBe('alarm');
  expect(subjectOf(message('plotDetail', unread))).toBeNull();
  expect(subjectOf(message('operatingMode', unread))).toBe('mode');
  expect(subjectOf(message(INTERNAL, () => ({ event: 'resource.saved', objectId: 'r-1' })))).toBe('resource');
});
