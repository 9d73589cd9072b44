// New warnings shown on every page, with the alarm sound: at most three, and a count of the rest. They never take the focus.
import { CloseOutlined } from '@ant-design/icons';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useRight, useServices } from '@lookout/web/shared/services.ts';
import { createChime, isMuted, MUTE_STORAGE_KEY, readMute } from '@lookout/web/shared/sound.ts';
import { soundTurnOf } from '@lookout/web/shared/sound-turn.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { causeUnit, LevelTag } from './HazardTags.tsx';
import './hazard.css';
import { useHazardMessages } from './messages.ts';
import { MOST_NOTICES, type Notice, noticesAfter, sounds } from './notices.ts';

export function Notices() {
  const messages = useHazardMessages();
  const { onLive, now, session } = useServices();
  const mayWork = useRight('set-up-cameras');
  const navigate = useNavigate();
  const [notices, setNotices] = useState<readonly Notice[]>([]);

  useEffect(() => {
    if (!mayWork) return;
    const turn = soundTurnOf(document, `hazards-${session.get().info?.userDTO.id}`);
    const chime = createChime(window, () => new AudioContext(), now, { turn });
    const stop = onLive((updates) => {
      setNotices((before) => noticesAfter(before, updates));
      // The mute of the alarm queue also applies here.
      if (sounds(updates) && !isMuted(readMute(localStorage.getItem(MUTE_STORAGE_KEY)), now())) chime.play({ priority: 'high' });
    });
    return () => {
      stop();
      chime.stop();
    };
  }, [mayWork, onLive, now, session]);

  const drop = (id: string) => setNotices((before) => before.filter(({ warning }) => warning.id !== id));
  if (notices.length === 0) return null;
  return (
    <section className="notices" aria-label={messages.notice.region} aria-live="assertive" aria-relevant="additions">
      {notices.slice(0, MOST_NOTICES).map(({ warning, change }) => (
        <article key={warning.id} className="hazard-notice panel" data-level={warning.level}>
          <div>
            <p className="line">
              <LevelTag level={warning.level} />
              <strong>
                {messages.notice.region} · {messages.notice[change]}
              </strong>
            </p>
            <p>
              {warning.gridName} {warning.hazardName}
            </p>
            <p className="hint">{messages.cause(warning.cause, causeUnit(warning.cause, messages.perHour))}</p>
          </div>
          <div className="hazard-notice-buttons">
            <IconButton label={messages.notice.dismiss} icon={<CloseOutlined />} onClick={() => drop(warning.id)} />
            <button
              type="button"
              className="link-button"
              onClick={() => {
                drop(warning.id);
                void navigate(`/manage/GeologicHazard?tab=warnings&point=${warning.hazardId}`);
              }}
            >
              {messages.notice.open}
            </button>
          </div>
        </article>
      ))}
      {notices.length > MOST_NOTICES && (
        <p className="hazard-notice panel tabular">{messages.notice.more(notices.length - MOST_NOTICES)}</p>
      )}
    </section>
  );
}
