// The recordings that were delivered with a camera's alarm; a click plays one.
import { PlayCircleOutlined } from '@ant-design/icons';
import { useClient } from '@lookout/web/shared/services.ts';
import { Button, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { Picture } from '../../camera/parts/CameraPane.tsx';
import { explainAlarmVideo, requestAlarmVideo, type WatchSource } from '../../camera/parts/watching.ts';
import { useMessages } from './messages.ts';

export function AlarmVideos({ alarm }: { readonly alarm: NamedAlarm }) {
  const { videos: messages } = useMessages();
  const [playing, setPlaying] = useState<number | null>(null);
  if (alarm.facts.kind !== 'camera') return null;
  const { videos } = alarm.facts;
  return (
    <>
      <h3>{messages.title}</h3>
      {videos.length === 0 && <p className="second">{messages.none}</p>}
      <div className="line">
        {videos.map((_, index) => (
          <Button
            key={messages.name(index + 1)}
            size="small"
            icon={<PlayCircleOutlined aria-hidden="true" />}
            onClick={() => setPlaying(index)}
          >
            {messages.name(index + 1)}
          </Button>
        ))}
      </div>
      {playing !== null && <PlayVideo alarmId={alarm.id} index={playing} onClose={() => setPlaying(null)} />}
    </>
  );
}

interface PlayVideoProps {
  readonly alarmId: string;
  readonly index: number;
  readonly onClose: () => void;
}

function PlayVideo({ alarmId, index, onClose }: PlayVideoProps) {
  const { videos: messages } = useMessages();
  const client = useClient();
  const source = useMemo<WatchSource>(
    () => ({
      key: `${alarmId}/${index}`,
      request: (signal) => requestAlarmVideo(client, alarmId, index, signal),
      explain: (signal) => explainAlarmVideo(client, alarmId, index, signal),
    }),
    [client, alarmId, index],
  );
  const name = messages.name(index + 1);
  return (
    <Modal open title={name} footer={null} width="min(960px, 94vw)" onCancel={onClose} destroyOnHidden>
      <div className="alarm-video">
        <Picture name={name} source={source} hasControls />
      </div>
    </Modal>
  );
}
