// Push messages in this browser: on, off, or why they are unavailable.
import { CallFailed } from '@lookout/client';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import type { OwnNotifications } from '../notification.ts';
import { useNotificationMessages } from './messages.ts';
import { pushOf } from './push-browser.ts';

export const OWN_CHOICE = ['notification-choice'];
const BROWSER_STATE = ['browser-push'];

export function BrowserPush({ own }: { readonly own: OwnNotifications }) {
  const { browser: messages } = useNotificationMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const { data: state } = useQuery({ queryKey: BROWSER_STATE, queryFn: () => pushOf(window).state() });

  const turn = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // The interceptor has already shown why a call failed. Browser exceptions are not suitable as user messages.
      if (!(error instanceof CallFailed)) void message.error(messages.failed);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: BROWSER_STATE });
      await queries.invalidateQueries({ queryKey: OWN_CHOICE });
    }
  };
  const turnOn = () =>
    turn(async () => {
      await client.notification.subscribePush({ body: await pushOf(window).subscribe(own.pushKey) });
    });
  const turnOff = () =>
    turn(async () => {
      const endpoint = await pushOf(window).unsubscribe();
      if (endpoint !== null) await client.notification.unsubscribePush({ body: { endpoint } });
    });

  return (
    <section aria-label={messages.title} className="notification-browser">
      <h2>{messages.title}</h2>
      {state !== undefined && <p>{messages.states[state]}</p>}
      {state === 'off' && (
        <Button loading={isBusy} onClick={() => void turnOn()}>
          {messages.turnOn}
        </Button>
      )}
      {state === 'on' && (
        <Button loading={isBusy} onClick={() => void turnOff()}>
          {messages.turnOff}
        </Button>
      )}
      <p className="second">{messages.count(own.browsers)}</p>
    </section>
  );
}
