// Photos of a task or of a step: small, and large by a press.
import { Modal } from 'antd';
import { useState } from 'react';
import { AuthedImage } from '../AuthedImage.tsx';
import { useTasksWords } from './words.ts';

export function TaskPhotos({ urls, title }: { readonly urls: readonly string[]; readonly title: string }) {
  const words = useTasksWords();
  const [large, setLarge] = useState<number | null>(null);
  if (urls.length === 0) return null;
  const shown = large === null ? undefined : urls[large];
  return (
    <div className="task-photos">
      {urls.map((url, index) => (
        <button key={url} type="button" className="picture-button" aria-label={words.enlarge(index + 1)} onClick={() => setLarge(index)}>
          <AuthedImage src={url} alt={words.photo(index + 1)} className="task-photo" />
        </button>
      ))}
      {shown !== undefined && large !== null && (
        <Modal open centered width={900} footer={null} title={`${title} · ${words.photo(large + 1)}`} onCancel={() => setLarge(null)}>
          <AuthedImage src={shown} alt={words.photo(large + 1)} className="task-photo-large" />
        </Modal>
      )}
    </div>
  );
}
