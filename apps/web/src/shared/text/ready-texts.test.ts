import { characterCount } from '@lookout/domain';
import { MOST_MESSAGE_CHARACTERS } from '@lookout/features/ranger-message/ranger-message.ts';
import { expect, it } from 'vitest';
import { type ReadyTextKind, readyTexts, withReadyText } from './ready-texts.ts';

const KINDS: readonly ReadyTextKind[] = ['report', 'task-report', 'ranger-message', 'desk-message'];

it('ready texts are short enough to be sent, unique, and equal in number in both languages', () => {
  for (const kind of KINDS) {
    const [zh, en] = [readyTexts(kind, 'zh'), readyTexts(kind, 'en')];
    expect(zh).toHaveLength(en.length);
    for (const texts of [zh, en]) {
      expect(new Set(texts).size).toBe(texts.length);
      expect(Math.max(...texts.map(characterCount))).toBeLessThan(MOST_MESSAGE_CHARACTERS / 4);
    }
  }
});

it('a ready text is appended to the typed text, but not twice', () => {
  expect(withReadyText('', '收到', '，')).toBe('收到');
  expect(withReadyText('山脊有火 ', '需要增援', '，')).toBe('山脊有火，需要增援');
  expect(withReadyText('山脊有火，需要增援', '需要增援', '，')).toBe('山脊有火，需要增援');
});
