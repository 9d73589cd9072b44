// A card for a hazard point that was clicked on the map of another page: its facts, and a link to its file.

import { Card } from '@lookout/web/globe/MarkerCard.tsx';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useHazardMessages } from './messages.ts';
import './hazard.css';

const PAGE = '/manage/GeologicHazard';

export function HazardCard() {
  const mayWork = useRight('set-up-cameras');
  const { pathname } = useLocation();
  // The hazard page opens the file of the point itself.
  return mayWork && pathname !== PAGE ? <Clicked key={pathname} /> : null;
}

function Clicked() {
  const room = useGlobeRoom();
  const [id, setId] = useState<string | null>(null);
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture === 'click' && pick !== null) setId(pick.kind === 'hazard' ? pick.id : null);
      }),
    [room],
  );
  const close = () => setId(null);
  useEscape(id !== null, close);
  return id && <One id={id} onClose={close} />;
}

function One({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const messages = useHazardMessages();
  const client = useClient();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['hazards', 'one', id],
    queryFn: ({ signal }) => client.hazard.hazardOne({ params: { id }, occasion: 'background', silent: true, signal }),
  });
  const hazard = data?.hazard;
  return (
    <Card title={hazard?.name ?? messages.title} onClose={onClose}>
      {isPending && <Skeleton active title={false} />}
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {hazard && (
        <>
          <p className="line">
            <span className="tag">{messages.kinds[hazard.kind]}</span>
            <span className="tag">{messages.levels[hazard.level]}</span>
            {hazard.gridName}
          </p>
          <Coordinates position={hazard.position} />
          <Link to={`${PAGE}?point=${id}`}>{messages.openFile}</Link>
        </>
      )}
    </Card>
  );
}
