// Search field and online filter above a list of cameras or monitoring points.
import { Input, Segmented } from 'antd';
import type { OnlineFilter } from './cameras.ts';
import { useVideoMessages } from './messages.ts';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly filter: OnlineFilter;
  readonly onFilter: (filter: OnlineFilter) => void;
  readonly tally: { readonly total: number; readonly online: number };
}

export function OnlineFinder({ label, text, onText, filter, onFilter, tally: { total, online } }: Props) {
  const { finder: messages } = useVideoMessages();
  return (
    <>
      <Input allowClear placeholder={label} aria-label={label} value={text} onChange={({ target }) => onText(target.value)} />
      <Segmented
        block
        size="small"
        aria-label={messages.state}
        value={filter}
        onChange={onFilter}
        options={[
          { value: 'all', label: messages.all(total) },
          { value: 'online', label: messages.online(online) },
          { value: 'offline', label: messages.offline(total - online) },
        ]}
      />
    </>
  );
}
