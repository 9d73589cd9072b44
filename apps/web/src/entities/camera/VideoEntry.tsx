import { VideoCameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRight } from '../../shared/services.ts';
import { useVideoMessages } from './messages.ts';
import { useVideoStore } from './video-store.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** 视频 of a monitoring point or a camera, for who may watch; nothing for anything else. */
export function VideoEntry({ place: { id, name, kind } }: { readonly place: Place }) {
  const { dual } = useVideoMessages();
  const store = useVideoStore();
  const mayWatch = useRight('watch-video');
  if (!mayWatch || (kind !== 'monitor' && kind !== 'camera')) return null;
  return (
    <Button
      icon={<VideoCameraOutlined aria-hidden="true" />}
      onClick={() => store.open(kind === 'monitor' ? { monitorId: id, name } : { cameraId: id, name })}
    >
      {dual.entry}
    </Button>
  );
}
