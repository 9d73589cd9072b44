import { useMonitorConfigWords } from './words.ts';

/** Specification §3: '1' or null online, '0' offline. */
export function OnlineTag({ isOnline }: { readonly isOnline: '0' | '1' | null }) {
  const words = useMonitorConfigWords();
  const online = isOnline !== '0';
  return (
    <span className="config-state" data-online={online}>
      {online ? words.online : words.offline}
    </span>
  );
}
