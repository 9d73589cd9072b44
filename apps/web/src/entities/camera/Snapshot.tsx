// What was taken last: small, when, and to be downloaded. It is kept by the server whatever happens here.
import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { AuthedImage } from '../../shared/AuthedImage.tsx';
import { useSession } from '../../shared/services.ts';
import { useVideoMessages } from './messages.ts';
import { savePicture } from './save-picture.ts';

export interface Shot {
  readonly picPath: string;
  readonly at: string;
}

export function Snapshot({ shot, name, onClose }: { readonly shot: Shot; readonly name: string; readonly onClose: () => void }) {
  const { acts } = useVideoMessages();
  const { token } = useSession();
  const { message } = App.useApp();
  const file = `${name} ${shot.at.replaceAll(':', '-')}.jpg`;
  const save = () => void savePicture(shot.picPath, file, token).catch(() => message.error(acts.saveFailed));
  return (
    <figure className="video-snapshot line">
      <AuthedImage src={shot.picPath} alt={acts.snapshotAt(shot.at)} />
      <figcaption className="tabular">{acts.snapshotAt(shot.at)}</figcaption>
      <Button size="small" icon={<DownloadOutlined />} onClick={save}>
        {acts.snapshotSave}
      </Button>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={acts.snapshotClose} onClick={onClose} />
    </figure>
  );
}
