// The replayed rangers: colour, name and totals of the day; follow, download, remove.
import { AimOutlined, CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import type { Named } from '@lookout/domain';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { fileOf, useSiteFetch } from '@lookout/web/shared/site-fetch.ts';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { ReplayTrack } from '../attendance.ts';
import { TRACK_FORMATS, type TrackFormat, trackFilePath } from '../ranger.calls.ts';
import { useRangerMessages } from './messages.ts';
import { clockOf } from './replay-clock.ts';
import { colourOf } from './replay-colours.ts';
import { useReplay, useReplayed } from './use-replay.ts';

interface Props {
  readonly tracks: readonly Named<ReplayTrack>[];
  readonly day: string;
  readonly onRemove: (userId: string) => void;
}

const FOLLOW_RANGE_METRES = 4_000;

export function ReplayPeople({ tracks, day, onRemove }: Props) {
  const messages = useRangerMessages();
  const { store, clock } = useReplay();
  const followed = useReplayed((state) => state.followed);
  const globe = useGlobeState();
  const follow = async (track: ReplayTrack) => {
    if (followed === track.userId) return store.setState({ followed: null });
    if (globe.kind === 'ready') {
      const { sampleAt } = globe.map;
      const place = sampleAt({ ...track, id: track.userId, name: track.fullName, colour: '' }, clock.second());
      if (place !== null) await globe.globe.flyTo({ lng: place.lng, lat: place.lat, rangeMetres: FOLLOW_RANGE_METRES, seconds: 0.15 });
    }
    store.setState({ followed: track.userId });
  };
  return (
    <ul className="replay-people" aria-label={messages.people}>
      {tracks.map((track, index) => (
        <li key={track.userId} className="line">
          <span className="replay-colour" style={{ background: colourOf(index) }} aria-hidden />
          <strong>{track.fullName}</strong>
          <span className="hint">{track.gridName}</span>
          <span className="gap tabular hint cut">{factsOf(track)}</span>
          <Button
            size="small"
            type={followed === track.userId ? 'primary' : 'text'}
            icon={<AimOutlined aria-hidden />}
            disabled={track.seconds.length === 0}
            aria-pressed={followed === track.userId}
            aria-label={followed === track.userId ? messages.unfollow(track.fullName) : messages.follow(track.fullName)}
            onClick={() => void follow(track)}
          >
            {messages.followed}
          </Button>
          <Download track={track} day={day} />
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={messages.remove(track.fullName)}
            onClick={() => onRemove(track.userId)}
          />
        </li>
      ))}
    </ul>
  );

  function factsOf({ seconds, distanceMetres, seenSquareKilometres, gaps }: ReplayTrack): string {
    if (seconds.length === 0) return messages.noneOfDay;
    const [from, to] = [clockOf(seconds[0] as number), clockOf(seconds.at(-1) as number)];
    return messages.facts(
      from.slice(0, 5),
      to.slice(0, 5),
      (distanceMetres / 1000).toFixed(1),
      seenSquareKilometres.toFixed(1),
      gaps.length,
    );
  }
}

function Download({ track: { userId, fullName, seconds }, day }: { readonly track: ReplayTrack; readonly day: string }) {
  const messages = useRangerMessages();
  const siteFetch = useSiteFetch();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const download = async (format: TrackFormat) => {
    setBusy(true);
    try {
      const reply = await siteFetch(`${trackFilePath}?${new URLSearchParams({ userId, day, format })}`);
      saveFile(await fileOf(reply), `${fullName} ${day}.${format}`);
    } catch {
      void message.error(messages.downloadFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      disabled={busy || seconds.length === 0}
      menu={{
        items: TRACK_FORMATS.map((key) => ({ key, label: messages.formats[key] })),
        onClick: ({ key }) => void download(key as TrackFormat),
      }}
    >
      <Button size="small" type="text" loading={busy} icon={<DownloadOutlined aria-hidden />} aria-label={messages.download(fullName)} />
    </Dropdown>
  );
}
