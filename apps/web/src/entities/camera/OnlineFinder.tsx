// Above a list of cameras or monitoring points: a word to look for, and all, online or offline with how many.
import { Input, Segmented } from 'antd';
import type { OnlineFilter } from './online.ts';
import { useVideoWords } from './words.ts';

interface Props {
  /** What the word is looked for in. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly filter: OnlineFilter;
  readonly onFilter: (filter: OnlineFilter) => void;
  readonly tally: { readonly total: number; readonly online: number };
}

export function OnlineFinder({ label, text, onText, filter, onFilter, tally: { total, online } }: Props) {
  const { finder: words } = useVideoWords();
  return (
    <>
      <Input allowClear placeholder={label} aria-label={label} value={text} onChange={({ target }) => onText(target.value)} />
      <Segmented
        block
        size="small"
        aria-label={words.state}
        value={filter}
        onChange={onFilter}
        options={[
          { value: 'all', label: words.all(total) },
          { value: 'online', label: words.online(online) },
          { value: 'offline', label: words.offline(total - online) },
        ]}
      />
    </>
  );
}
