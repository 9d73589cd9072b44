// A word to search for, in the URL as `text`.
import { Input } from 'antd';
import type { UrlState } from '../../shared/url-state.ts';

export function TextFilter({ url, label }: { readonly url: UrlState; readonly label: string }) {
  const standing = url.get('text') ?? '';
  return (
    <Input.Search
      key={standing}
      style={{ width: 220 }}
      allowClear
      defaultValue={standing}
      placeholder={label}
      aria-label={label}
      onSearch={(text) => url.set({ text: text.trim() })}
    />
  );
}
