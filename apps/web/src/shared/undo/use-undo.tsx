// What was deleted at once is brought back in place: the notice of the deletion has 撤销 while it stands.
import { CallFailed } from '@lookout/client';
import { App, Button } from 'antd';
import { useUndoMessages } from './messages.ts';

/** How long 撤销 is offered in place. */
export const UNDO_SECONDS = 10;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Undo {
  /** Says that it was deleted, and offers 撤销. */
  readonly offer: (removed: Named) => void;
  /** Brings it back and says so, or why not. */
  readonly restore: (id: string) => Promise<void>;
}

/** @param call asks the server to bring it back @param onSettled after each try: the page may have been wrong about what there is */
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
