// 告警声 in the header.
import { MutedOutlined, SoundOutlined } from '@ant-design/icons';
import { useRight } from '@lookout/web/shared/services.ts';
import { isMuted, MUTE_CHOICES } from '@lookout/web/shared/sound.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { Dropdown } from 'antd';
import { useSyncExternalStore } from 'react';
import { useMessages } from './messages.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import './alarm-overlay.css';

/** Shown on every page: whether the alarm sounds, when a mute ends, and whether the browser requires a click. */
export function SoundControl() {
  const mayWatch = useRight('watch-alarms');
  return mayWatch && <Control />;
}

function Control() {
  const messages = useMessages();
  const desk = useDesk();
  const mute = useDeskState((state) => state.mute);
  const now = useDeskState((state) => state.now);
  const blocked = useSyncExternalStore(desk.chime.subscribe, desk.chime.blocked);
  const muted = isMuted(mute, now);
  const text = !muted
    ? messages.sound.on
    : mute.kind === 'until'
      ? messages.sound.until(clockText(new Date(mute.at), now))
      : messages.sound.off;
  return (
    <>
      {blocked && !muted && (
        <span className="sound-blocked note" role="status" title={messages.sound.blocked}>
          {messages.sound.blockedShort}
        </span>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            ...(muted ? [{ key: 'on', label: messages.sound.switchOn }, { type: 'divider' as const }] : []),
            ...MUTE_CHOICES.map(({ id }) => ({ key: id, label: messages.sound.choices[id] })),
          ],
          onClick: ({ key }) => {
            desk.silence(MUTE_CHOICES.find(({ id }) => id === key)?.id ?? null);
          },
        }}
      >
        <button
          type="button"
          className="header-button sound-control line"
          data-muted={muted}
          title={text}
          aria-label={`${messages.sound.label}${marks().colon}${text}`}
        >
          {muted ? <MutedOutlined aria-hidden="true" /> : <SoundOutlined aria-hidden="true" />}{' '}
          {muted && <span className="tabular">{text}</span>}
        </button>
      </Dropdown>
    </>
  );
}
