// The page's keyboard shortcuts as a table. Pure functions; the page binds the keys.

export type KeyAction =
  | 'next'
  | 'previous'
  | 'open'
  | 'fly'
  | 'acknowledge'
  | 'real'
  | 'false'
  | 'dispatch'
  | 'video'
  | 'undo'
  | 'mute'
  | 'keys'
  | 'close';

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  f: 'fly',
  a: 'acknowledge',
  r: 'real',
  x: 'false',
  d: 'dispatch',
  v: 'video',
  u: 'undo',
  m: 'mute',
  '?': 'keys',
  '？': 'keys',
  Escape: 'close',
};

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
}

/** The focused element: a field receives every key, a button receives Enter, a widget the arrow keys. */
export type Focus = 'field' | 'button' | 'widget' | 'other';

/** null: not a shortcut. */
export function actionOf(press: Press, focus: Focus): KeyAction | null {
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  const action = ACTIONS[press.key.length === 1 ? press.key.toLowerCase() : press.key] ?? null;
  if (action === null) return null;
  if (action === 'close') return action;
  if (focus === 'field') return null;
  if (focus !== 'other' && (press.key === 'Enter' || (focus === 'widget' && press.key.startsWith('Arrow')))) return null;
  return action;
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]';
const BUTTONS = 'button, a[href], summary';
const WIDGETS = '[role="menu"], [role="slider"], [role="radiogroup"], .ant-picker-dropdown, [data-keys="steering"]';

export function focusOf(target: unknown): Focus {
  if (!(target instanceof Element)) return 'other';
  if (target.matches(FIELDS)) return 'field';
  if (target.closest(WIDGETS)) return 'widget';
  return target.closest(BUTTONS) ? 'button' : 'other';
}
