// Restores a deleted object in place: the notice of the deletion offers 撤销 while it is shown.
import { CallFailed } from '@lookout/client';
import { App, Button } from 'antd';
import { useUndoMessages } from './messages.ts';

/** How long the notice offers 撤销. */
export const UNDO_SECONDS = 10;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Undo {
  /** Reports the deletion and offers 撤销. */
  readonly offer: (removed: Named) => void;
  /** Restores the object and reports success, or the reason for the failure. */
  readonly restore: (id: string) => Promise<void>;
}

/** @param call asks the server to restore the object @param onSettled called after each attempt, because the page may be out of date */
export function useUndo(call: (id: string) => Promise<Pick<Named, 'name'>>, onSettled: () => void): Undo {
  const messages = useUndoMessages();
  const { message } = App.useApp();
  const restore = async (id: string): Promise<void> => {
    try {
      const { name } = await call(id);
      void message.success(messages.restored(name));
    } catch (error) {
      // The interceptor has shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    }
    onSettled();
  };
  const offer = ({ id, name }: Named): void => {
    const key = `removed-${id}`;
    const undo = () => {
      message.destroy(key);
      void restore(id);
    };
    void message.success({
      key,
      duration: UNDO_SECONDS,
      content: (
        <>
          {messages.removed(name)}{' '}
          <Button size="small" type="link" onClick={undo}>
            {messages.undo}
          </Button>
        </>
      ),
    });
  };
  return { offer, restore };
}
