import { useMonitorConfigWords } from './words.ts';

export function OnlineTag({ online }: { readonly online: boolean }) {
  const words = useMonitorConfigWords();
  return (
    <span className="config-state" data-online={online}>
      {online ? words.online : words.offline}
    </span>
  );
}
