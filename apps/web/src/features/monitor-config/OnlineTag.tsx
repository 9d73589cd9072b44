import { useMonitorConfigMessages } from './messages.ts';

export function OnlineTag({ online }: { readonly online: boolean }) {
  const messages = useMonitorConfigMessages();
  return (
    <span className="config-state" data-online={online}>
      {online ? messages.online : messages.offline}
    </span>
  );
}
