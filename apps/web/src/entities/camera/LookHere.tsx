// 看现场 of an alarm: behind a press, because the elevation is asked for it.
import { EyeOutlined } from '@ant-design/icons';
import type { Alarm } from '@lookout/domain';
import { Button } from 'antd';
import { useRight } from '../../shared/services.ts';
import { SeeingTowers } from './SeeingTowers.tsx';
import './look.css';
import { useVideoDesk, useVideoState } from './video-desk.ts';
import { useVideoWords } from './words.ts';

export function LookHere({ alarm: { id, position } }: { readonly alarm: Pick<Alarm, 'id' | 'position'> }) {
  const { look: words } = useVideoWords();
  const desk = useVideoDesk();
  const isOpen = useVideoState(({ lookingFor }) => lookingFor === id);
  const mayWatch = useRight('bpReplay');
  if (!mayWatch) return null;
  return (
    <section className="look-here stack" aria-label={words.title}>
      <Button icon={<EyeOutlined aria-hidden="true" />} aria-expanded={isOpen} onClick={() => desk.toggleLook(id)}>
        {words.entry}
      </Button>
      {isOpen && <SeeingTowers place={position} />}
    </section>
  );
}
