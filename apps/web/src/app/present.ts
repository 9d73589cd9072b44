// The interceptor of specification §8: what each outcome shows. The widgets are the shell's (`Screen`).
import type { CallContext } from '@lookout/client';
import { type Language, type Outcome, outcomeMessages } from '@lookout/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Screen {
  readonly error: (text: string, seconds: number) => void;
  readonly warning: (text: string) => void;
  /** §8: buttons 重新登录 and 取消. */
  readonly ask: (question: { text: string; confirm: string; cancel: string; onConfirm: () => void; onCancel: () => void }) => void;
}

export interface Presenter {
  readonly report: (outcome: Outcome, context: CallContext) => void;
  /** The live connection reports that the session is dead. */
  readonly sessionDied: (token: string | null) => void;
  /** A live message could not be decoded. This is shown once, since reloading to a newer page helps. */
  readonly unreadableMessage: () => void;
  /** The reason why the officer's last act was refused, which the page shows after the five seconds of §8; null: it was not refused. */
  readonly refusal: StoreApi<string | null>;
  /** Attaches the shell's screen; returns its detach. Without a screen (login page) forms show their own errors. */
  readonly attach: (screen: Screen) => () => void;
}

interface Desk {
  readonly token: () => string | null;
  readonly language: () => Language;
  /** Forced logout and page reload. */
  readonly leave: () => void;
  readonly callLost: () => void;
  readonly callPassed: () => void;
}

/** §8 applies to an officer's own act even when its page shows a message too; a page's silent reads may fail without one. */
const isShown = ({ silent, isWrite, occasion }: CallContext): boolean => !silent || (isWrite && occasion === 'act');

/**
 * A dead session always asks. A lost connection asks only after the user's own act, once per outage (docs/interface.md). Only one question
 * is open at a time; after 取消 only the user's own act asks again, not a background call.
 */
export function createPresenter(desk: Desk): Presenter {
  let screen: Screen | null = null;
  let isOpen = false;
  let declinedFor: string | null = null;
  let hasShownThisOutage = false;
  let hasWarnedUnreadable = false;
  const refusal = createStore<string | null>(() => null);

  const ask = (text: { message: string; confirm: string; cancel: string }, onCancel: () => void) => {
    if (isOpen || screen === null) return;
    isOpen = true;
    screen.ask({
      text: text.message,
      confirm: text.confirm,
      cancel: text.cancel,
      onConfirm: () => {
        isOpen = false;
        desk.leave();
      },
      onCancel: () => {
        isOpen = false;
        onCancel();
      },
    });
  };
  const died = (token: string | null, ownAct: boolean) => {
    // A late answer to an already replaced session is ignored.
    if (token === null || token !== desk.token() || (declinedFor === token && !ownAct)) return;
    const messages = outcomeMessages[desk.language()];
    ask({ message: messages.loggedOut, confirm: messages.loginAgain, cancel: messages.cancel }, () => {
      declinedFor = token;
    });
  };

  return {
    report: (outcome, context) => {
      if (outcome.kind !== 'line-lost') {
        hasShownThisOutage = false;
        desk.callPassed();
      }
      switch (outcome.kind) {
        case 'passed':
          if (context.isWrite && context.occasion === 'act') refusal.setState(null, true);
          return;
        case 'error':
          if (!isShown(context)) return;
          screen?.error(outcome.message, outcome.seconds);
          if (context.occasion === 'act') refusal.setState(outcome.message, true);
          return;
        case 'warning':
          if (!context.silent) screen?.warning(outcome.message);
          return;
        case 'logged-out':
          return died(context.token, context.occasion !== 'background');
        case 'line-lost':
          desk.callLost();
          if (!outcome.ask || hasShownThisOutage || context.token === null) return;
          hasShownThisOutage = true;
          return ask(outcome, () => {});
      }
    },
    refusal,
    sessionDied: (token) => died(token, false),
    unreadableMessage: () => {
      if (!hasWarnedUnreadable) screen?.warning(outcomeMessages[desk.language()].unreadableMessage);
      hasWarnedUnreadable = true;
    },
    attach: (shown) => {
      screen = shown;
      return () => {
        if (screen === shown) screen = null;
      };
    },
  };
}
