// 周边: resources around a position by kind, with distance and bearing, and nearby rangers with their last contact. Resources and rangers
// that can be sent are ordered by arrival time, if the officer may see it.
import { formatTime } from '@lookout/contract';
import type { ListedRanger } from '@lookout/features/ranger/ranger.ts';
import { KindsSelect } from '@lookout/features/resource/parts/KindsSelect.tsx';
import { isOffline, isOnlineAt } from '@lookout/features/resource/parts/markers.ts';
import { useResourceCatalogue } from '@lookout/features/resource/parts/resource-catalogue.ts';
import type { AssetKind } from '@lookout/features/resource/resource.ts';
import { writeAssetKind } from '@lookout/features/resource/resource.wire.ts';
import { ArrivalList } from '@lookout/features/travel/parts/ArrivalList.tsx';
import { useTravelMessages } from '@lookout/features/travel/parts/messages.ts';
import { TravelNote, type TravelOrder, TravelOrderSwitch } from '@lookout/features/travel/parts/TravelNote.tsx';
import { isTraveller, PEOPLE, RESOURCES, useMayEstimate, useNearest } from '@lookout/features/travel/parts/use-nearest.ts';
import { useQuery } from '@tanstack/react-query';
import { Empty, Segmented, Select, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { LoadFailed } from '../shared/LoadFailed.tsx';
import { useClient, useNow, useRight } from '../shared/services.ts';
import { useGlobeMessages } from './messages.ts';
import { useGlobeRoom } from './use-globe-room.ts';
import './globe.css';
import { distanceText } from '../shared/text/distance-text.ts';
import { wayText } from './distance-text.ts';

const RADII_METRES = [3_000, 5_000, 10_000, 20_000, 50_000] as const;
/** Specification §9: monitoring radius 5000 m. */
const FIRST_RADIUS_METRES = 5_000;
/** Rows listed per kind; the count shows the total. */
const SHOWN_EACH = 10;
const RANGERS_POLL_MS = 15_000;

interface Props {
  readonly position: { readonly lng: number; readonly lat: number };
}

interface ListProps extends Props {
  readonly radius: number;
  readonly isByTime: boolean;
}

export function NearPanel({ position }: Props) {
  const messages = useGlobeMessages().near;
  const seesRangers = useRight('see-rangers');
  const dispatches = useRight('dispatch');
  const [radius, setRadius] = useState<number>(FIRST_RADIUS_METRES);
  const [what, setWhat] = useState<'resources' | 'rangers'>('resources');
  const mayEstimate = useMayEstimate();
  const [order, setOrder] = useState<TravelOrder>('time');
  const isByTime = mayEstimate && order === 'time';
  const mayRangers = seesRangers || dispatches;
  return (
    <section className="near" aria-label={messages.title}>
      <div className="near-head line">
        {mayRangers && (
          <Segmented
            size="small"
            value={what}
            onChange={setWhat}
            options={[
              { value: 'resources', label: messages.resources },
              { value: 'rangers', label: messages.rangers },
            ]}
          />
        )}
        {mayEstimate && <TravelOrderSwitch value={order} onChange={setOrder} />}
        {/* By time, the search for rangers has no radius: it reaches as far as they can travel. */}
        {!(isByTime && what === 'rangers') && (
          <span className="near-radius line">
            <span aria-hidden="true">{messages.radius}</span>
            <Select
              size="small"
              value={radius}
              onChange={setRadius}
              aria-label={messages.radius}
              options={RADII_METRES.map((value) => ({ value, label: distanceText(value, messages.units) }))}
            />
          </span>
        )}
      </div>
      {what === 'resources' ? (
        <ResourcesNear position={position} radius={radius} isByTime={isByTime} />
      ) : (
        <RangersNear position={position} radius={radius} isByTime={isByTime} />
      )}
    </section>
  );
}

function ResourcesNear({ position, radius, isByTime }: ListProps) {
  const { lng, lat } = position;
  const messages = useGlobeMessages().near;
  const client = useClient();
  const room = useGlobeRoom();
  const resources = useResourceCatalogue();
  const [kinds, setKinds] = useState<readonly AssetKind[]>([]);
  const near = useQuery({
    queryKey: ['near', lng, lat, radius, kinds],
    queryFn: ({ signal }) =>
      client.resource.aroundByKind({
        body: {
          longitude: lng,
          latitude: lat,
          radius,
          limit: SHOWN_EACH,
          ...(kinds.length > 0 && { resourceType: kinds.map(writeAssetKind) }),
        },
        occasion: 'background',
        silent: true,
        signal,
      }),
  });
  const { data } = near;
  const travel = useTravelMessages();
  const nearest = useNearest({ position, kinds: RESOURCES, isWanted: isByTime });
  /** null: sorted by distance until the arrival times are known. */
  const arrivals =
    nearest.kind === 'known' ? nearest.rows.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind as AssetKind)) : null;
  const groups = data?.filter(({ kind }) => arrivals === null || !isTraveller(kind));
  // The listed resources are drawn on the map while the list is open.
  useEffect(() => {
    resources.showFound(data?.flatMap(({ list }) => list) ?? []);
    return () => resources.showFound([]);
  }, [resources, data]);

  return (
    <>
      <KindsSelect size="small" messages={messages} value={kinds} onChange={setKinds} />
      <TravelNote nearest={nearest} />
      {arrivals && arrivals.length > 0 && <ArrivalList title={travel.title} goal={position} rows={arrivals} shownAtFirst={SHOWN_EACH} />}
      {near.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {near.isError && !data && <LoadFailed error={near.error} onRetry={() => void near.refetch()} />}
      {groups?.every(({ count }) => count === 0) && (arrivals ?? []).length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={messages.none(distanceText(radius, messages.units))} />
      )}
      {groups
        ?.filter(({ count }) => count > 0)
        .map(({ kind, count, list }) => (
          <section key={kind}>
            <h4>
              {messages.kindNames[kind]} <span className="tabular">{messages.count(count)}</span>
            </h4>
            <ul>
              {list.map((resource) => (
                <li key={resource.id}>
                  <button
                    type="button"
                    className="list-row"
                    onClick={() => room.pointAt({ kind: 'resource', id: resource.id, ...resource.position })}
                  >
                    <span className="row-name cut" title={resource.name}>
                      {resource.name}
                    </span>
                    {isOffline(resource) && <span className="tag">{messages.offline}</span>}
                    <span className="second tabular">{wayText(resource, messages.units)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {count > list.length && <p className="near-more hint">{messages.more(count - list.length)}</p>}
          </section>
        ))}
    </>
  );
}

function RangersNear({ position, radius, isByTime }: ListProps) {
  const { lng, lat } = position;
  const messages = useGlobeMessages().near;
  const client = useClient();
  const room = useGlobeRoom();
  const now = useNow();
  const rangers = useQuery({
    queryKey: ['rangers-near', lng, lat, radius],
    queryFn: ({ signal }) =>
      client.ranger.rangerList({ body: { position: { lng, lat }, radiusMetres: radius }, occasion: 'background', silent: true, signal }),
    refetchInterval: RANGERS_POLL_MS,
  });
  const travel = useTravelMessages();
  const nearest = useNearest({ position, kinds: PEOPLE, isWanted: isByTime });
  if (nearest.kind === 'known') {
    const known = new Map(rangers.data?.map((ranger) => [ranger.userId, ranger]));
    return (
      <>
        <TravelNote nearest={nearest} />
        <ArrivalList
          title={travel.title}
          goal={position}
          rows={nearest.rows}
          shownAtFirst={SHOWN_EACH}
          facts={({ id }) => {
            const ranger = known.get(id);
            return ranger && <RangerTags ranger={ranger} now={now} />;
          }}
        />
      </>
    );
  }
  if (rangers.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (!rangers.data) return <LoadFailed error={rangers.error} onRetry={() => void rangers.refetch()} />;
  if (rangers.data.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={messages.noRangers(distanceText(radius, messages.units))} />;
  return (
    <>
      <TravelNote nearest={nearest} />
      <ul>
        {rangers.data.map(({ distanceMetres, bearingDegrees, ...ranger }) => (
          <li key={ranger.userId}>
            <button
              type="button"
              className="list-row"
              onClick={() => ranger.last && room.pointAt({ kind: 'ranger', id: ranger.userId, ...ranger.last.position })}
            >
              <span className="row-name cut" title={ranger.fullName}>
                {ranger.fullName}
              </span>
              <RangerTags ranger={ranger} now={now} />
              <span className="second tabular">
                {distanceMetres !== null && bearingDegrees !== null && wayText({ distanceMetres, bearingDegrees }, messages.units)}
              </span>
              <span className="row-second tabular hint">
                {ranger.last === null ? messages.never : messages.lastContact(formatTime(ranger.last.at))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function RangerTags({ ranger, now }: { readonly ranger: Pick<ListedRanger, 'last' | 'taskIds'>; readonly now: number }) {
  const messages = useGlobeMessages().near;
  return (
    <>
      <span className="tag" data-online={isOnlineAt(ranger, now)}>
        {isOnlineAt(ranger, now) ? messages.online : messages.offline}
      </span>
      {ranger.taskIds.length > 0 && (
        <span className="tag" data-state="busy">
          {messages.busy(ranger.taskIds.length)}
        </span>
      )}
    </>
  );
}
