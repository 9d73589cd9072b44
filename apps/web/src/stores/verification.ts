// 验证密码 after the server refused a call without verification: one dialog at a time, and every call refused meanwhile waits for it.
import { createStore } from 'zustand/vanilla';

export interface Verification {
  /** @returns whether the officer has verified; false: the dialog was closed */
  readonly ask: () => Promise<boolean>;
  readonly isRequested: () => boolean;
  readonly answer: (verified: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createVerification(): Verification {
  const store = createStore<{ readonly waiting: readonly ((verified: boolean) => void)[] }>(() => ({ waiting: [] }));
  return {
    ask: () => new Promise((resolve) => store.setState(({ waiting }) => ({ waiting: [...waiting, resolve] }))),
    isRequested: () => store.getState().waiting.length > 0,
    answer: (verified) => {
      const { waiting } = store.getState();
      store.setState({ waiting: [] });
      for (const resolve of waiting) resolve(verified);
    },
    subscribe: store.subscribe,
  };
}
