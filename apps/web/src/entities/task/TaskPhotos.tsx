// Photos of a task or of a step, by their uploads: small, and large by a press.
import { fileUrl } from '@lookout/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { AuthedImage } from '../../shared/AuthedImage.tsx';
import { useTasksMessages } from './messages.ts';

export function TaskPhotos({ ids, title }: { readonly ids: readonly string[]; readonly title: string }) {
  const messages = useTasksMessages();
  const [large, setLarge] = useState<number | null>(null);
  if (ids.length === 0) return null;
  const shown = large === null ? undefined : ids[large];
  return (
    <div className="task-photos">
      {ids.map((id, index) => (
        <button key={id} type="button" className="picture-button" aria-label={messages.enlarge(index + 1)} onClick={() => setLarge(index)}>
          <AuthedImage src={fileUrl(id)} alt={messages.photo(index + 1)} className="task-photo" />
        </button>
      ))}
      {shown !== undefined && large !== null && (
        <Modal open centered width={900} footer={null} title={`${title} · ${messages.photo(large + 1)}`} onCancel={() => setLarge(null)}>
          <AuthedImage src={fileUrl(shown)} alt={messages.photo(large + 1)} className="task-photo-large" />
        </Modal>
      )}
    </div>
  );
}
