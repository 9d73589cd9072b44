import { messagesIn } from '../language.ts';

const zh = {
  removed: (name: string) => `已删除“${name}”`,
  undo: '撤销',
  restored: (name: string) => `已恢复“${name}”`,
};
const en: typeof zh = {
  removed: (name) => `"${name}" was deleted`,
  undo: 'Undo',
  restored: (name) => `"${name}" was restored`,
};

export const useUndoMessages = messagesIn({ zh, en });
