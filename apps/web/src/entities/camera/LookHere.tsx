// 看现场 of an alarm: behind a press, because the elevation is asked for it.
import { EyeOutlined } from '@ant-design/icons';
import type { Alarm } from '@lookout/domain';
import { Button } from 'antd';
import { useRight } from '../../shared/services.ts';
import { SeeingTowers } from './SeeingTowers.tsx';
import './look.css';
import { useVideoMessages } from './messages.ts';
import { useVideoState, useVideoStore } from './video-store.ts';

export function LookHere({ alarm: { id, position } }: { readonly alarm: Pick<Alarm, 'id' | 'position'> }) {
  const { look: messages } = useVideoMessages();
  const store = useVideoStore();
  const isOpen = useVideoState(({ lookingFor }) => lookingFor === id);
  const mayWatch = useRight('watch-video');
  if (!mayWatch) return null;
  return (
    <section className="look-here stack" aria-label={messages.title}>
      <Button icon={<EyeOutlined aria-hidden="true" />} aria-expanded={isOpen} onClick={() => store.toggleLook(id)}>
        {messages.entry}
      </Button>
      {isOpen && <SeeingTowers place={position} />}
    </section>
  );
}
