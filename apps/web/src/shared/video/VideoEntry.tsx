import { VideoCameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRight } from '../services.ts';
import { useVideoDesk } from './video-desk.ts';
import { useVideoWords } from './words.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly resourceType: string;
}

/** 视频 of a monitoring point or a camera, for who may watch; nothing for anything else. */
export function VideoEntry({ place: { id, name, resourceType } }: { readonly place: Place }) {
  const { dual } = useVideoWords();
  const desk = useVideoDesk();
  const mayWatch = useRight('bpReplay');
  if (!mayWatch || (resourceType !== 'monitor' && resourceType !== 'camera')) return null;
  return (
    <Button
      icon={<VideoCameraOutlined aria-hidden="true" />}
      onClick={() => desk.open(resourceType === 'monitor' ? { monitorId: id, name } : { cameraId: id, name })}
    >
      {dual.entry}
    </Button>
  );
}
