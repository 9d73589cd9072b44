// The interceptor of specification §8: what each outcome shows. The widgets are the shell's (`Screen`).
import type { CallContext } from '@lookout/client';
import { type Language, type Outcome, outcomeMessages } from '@lookout/contract';

export interface Screen {
  readonly error: (text: string, seconds: number) => void;
  readonly warning: (text: string) => void;
  /** §8: buttons 重新登录 and 取消. */
  readonly ask: (question: { text: string; confirm: string; cancel: string; onConfirm: () => void; onCancel: () => void }) => void;
}

export interface Presenter {
  readonly report: (outcome: Outcome, context: CallContext) => void;
  /** The live connection found the session dead. */
  readonly sessionDied: (token: string | null) => void;
  /** A live message could not be decoded: shown once, since reloading a newer page helps. */
  readonly unreadableMessage: () => void;
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

/**
 * A dead session always asks; a lost connection only after the user's own act, once per outage (contract.md "Lost line and dead session").
 * One question at a time; after 取消 only the user's own act asks again, not a background call.
 */
export function createPresenter(desk: Desk): Presenter {
  let screen: Screen | null = null;
  let isAsking = false;
  let declinedFor: string | null = null;
  let hasAskedThisOutage = false;
  let hasWarnedUnreadable = false;

  const ask = (text: { message: string; confirm: string; cancel: string }, onCancel: () => void) => {
    if (isAsking || screen === null) return;
    isAsking = true;
    screen.ask({
      text: text.message,
      confirm: text.confirm,
      cancel: text.cancel,
      onConfirm: () => {
        isAsking = false;
        desk.leave();
      },
      onCancel: () => {
        isAsking = false;
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
        hasAskedThisOutage = false;
        desk.callPassed();
      }
      switch (outcome.kind) {
        case 'passed':
          return;
        case 'error':
          if (!context.silent) screen?.error(outcome.message, outcome.seconds);
          return;
        case 'warning':
          if (!context.silent) screen?.warning(outcome.message);
          return;
        case 'logged-out':
          return died(context.token, context.occasion !== 'background');
        case 'line-lost':
          desk.callLost();
          if (!outcome.ask || hasAskedThisOutage || context.token === null) return;
          hasAskedThisOutage = true;
          return ask(outcome, () => {});
      }
    },
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
