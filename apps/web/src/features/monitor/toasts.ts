// The stack of toasts for new alarms: at most three, the rest merged into one line.
import type { NamedAlarm } from '@lookout/domain';

export interface Toast {
  readonly alarm: NamedAlarm;
  /** A new fire, or one that a county or prefecture has pushed upwards. */
  readonly kind: 'fresh' | 'pushed';
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who pushed it, and from which grid. */
  readonly pushedBy?: string | null;
  readonly fromGridName?: string | null;
}

export interface ToastStack {
  /** Newest first. */
  readonly shown: readonly Toast[];
  /** 还有 n 条. */
  readonly more: number;
}

export const NO_TOASTS: ToastStack = { shown: [], more: 0 };
export const MOST_TOASTS = 3;
/** Long enough to be read across the room; the list keeps what the toast lets go. */
export const TOAST_STAYS_MS = 12_000;

/** The same alarm again (redelivered, then pushed upwards) takes its old toast's place. */
export function pushToasts(stack: ToastStack, arrived: readonly Toast[]): ToastStack {
  const fresh = new Map(arrived.map((toast) => [toast.alarm.id, toast]));
  const all = [...[...fresh.values()].reverse(), ...stack.shown.filter(({ alarm }) => !fresh.has(alarm.id))];
  return { shown: all.slice(0, MOST_TOASTS), more: stack.more + Math.max(0, all.length - MOST_TOASTS) };
}

const withShown = (stack: ToastStack, shown: readonly Toast[]): ToastStack =>
  shown.length === 0 ? NO_TOASTS : shown.length === stack.shown.length ? stack : { ...stack, shown };

export const dropToast = (stack: ToastStack, id: string): ToastStack =>
  withShown(
    stack,
    stack.shown.filter(({ alarm }) => alarm.id !== id),
  );

export const expireToasts = (stack: ToastStack, now: number): ToastStack =>
  withShown(
    stack,
    stack.shown.filter(({ at }) => now - at < TOAST_STAYS_MS),
  );
