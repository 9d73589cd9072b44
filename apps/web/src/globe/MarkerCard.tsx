// The card of the clicked mark, unless it is an alarm: a resource with every field of the specification (§2 "Resource popup"), a ranger
// with last contact and track, a reported burning, or a task.

import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { useComingBurnings, windowText } from '@lookout/features/burning/parts/burnings.ts';
import { useBurningMessages } from '@lookout/features/burning/parts/messages.ts';
import { BurningStateTag, ReviewBurning } from '@lookout/features/burning/parts/ReviewBurning.tsx';
import { VideoEntry } from '@lookout/features/camera/parts/DualPlayer.tsx';
import { useLocatingStore } from '@lookout/features/camera/parts/locating/locating-store.ts';
import { useLocatingMessages } from '@lookout/features/camera/parts/locating/messages.ts';
import { MastCoverage } from '@lookout/features/coverage/parts/MastCoverage.tsx';
import { useCoverageMessages } from '@lookout/features/coverage/parts/messages.ts';
import type { Track } from '@lookout/features/ranger/layer/track.ts';
import { RangerActs } from '@lookout/features/ranger/parts/RangerActs.tsx';
import { rangerRecords } from '@lookout/features/ranger/parts/ranger-records.ts';
import type { ListedRanger } from '@lookout/features/ranger/ranger.ts';
import { RangerMessages } from '@lookout/features/ranger-message/parts/RangerMessages.tsx';
import { isOffline, isOnlineAt } from '@lookout/features/resource/parts/markers.ts';
import { useShowTrack } from '@lookout/features/resource/parts/markers-part.ts';
import { type ShownResource, useResourceCatalogue } from '@lookout/features/resource/parts/resource-catalogue.ts';
import { useSafetyMessages } from '@lookout/features/safety/parts/messages.ts';
import { useWaysOut } from '@lookout/features/safety/parts/safety-part.ts';
import { safetyRecords } from '@lookout/features/safety/parts/safety-records.ts';
import { safetyText, wayOutText } from '@lookout/features/safety/parts/safety-text.ts';
import { TaskDetail } from '@lookout/features/task/parts/TaskDetail.tsx';
import { ReachAct } from '@lookout/features/travel/parts/ReachPanel.tsx';
import type { LngLat } from '@lookout/geo';
import type { Picked, PickedMark } from '@lookout/map';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Coordinates } from '../shared/Coordinates.tsx';
import { useEscape } from '../shared/escape.ts';
import { IconButton } from '../shared/IconButton.tsx';
import { LoadFailed } from '../shared/LoadFailed.tsx';
import { useClient, useNow, useRight, useServices } from '../shared/services.ts';
import { marks } from '../shared/text/marks.ts';
import { dayAndMinute } from '../shared/time-text.ts';
import { useGlobeMessages } from './messages.ts';
import type { GlobeRoom } from './room.ts';
import { useGlobeRoom } from './use-globe-room.ts';
import './globe.css';

interface Selection {
  readonly kind: 'resource' | 'ranger' | 'task' | 'burning';
  readonly id: string;
}

const KINDS: readonly string[] = ['resource', 'ranger', 'task', 'burning'] satisfies readonly Selection['kind'][];
const isSelectable = (pick: Picked): pick is PickedMark & Selection => KINDS.includes(pick.kind);

/** Opens for a click on a mark and closes for a click elsewhere. */
export function MarkerCard() {
  const room = useGlobeRoom();
  const [selected, setSelected] = useState<Selection | null>(null);
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture !== 'click' || pick === null) return;
        if (pick.kind === 'resource-count') flyIn(room, pick);
        setSelected(isSelectable(pick) ? { kind: pick.kind, id: pick.id } : null);
      }),
    [room],
  );
  useEscape(selected !== null, () => setSelected(null));
  if (selected === null) return null;
  const close = () => setSelected(null);
  switch (selected.kind) {
    case 'resource':
      return <ResourceCard key={selected.id} id={selected.id} onClose={close} />;
    case 'ranger':
      return <RangerCard key={selected.id} id={selected.id} onClose={close} />;
    case 'burning':
      return <BurningCard key={selected.id} id={selected.id} onClose={close} onFly={(position) => fly(room, position)} />;
    case 'task':
      return <TaskDetail taskId={selected.id} isBesideMap onClose={close} onShowOnMap={(position) => fly(room, position)} />;
  }
}

function ResourceCard({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const client = useClient();
  const messages = useGlobeMessages();
  const resources = useResourceCatalogue();
  const [shown] = useState(() => resources.get(id));
  // The map's data may be minutes old, so the resource is fetched again. Monitoring points and cameras cannot be: no call returns a single
  // one, they come only from a search around a position.
  const isListed = shown === undefined || (shown.kind !== 'monitoring-point' && shown.kind !== 'camera');
  const fresh = useQuery({
    queryKey: ['resource', id],
    enabled: isListed,
    queryFn: ({ signal }) => client.resource.resourceOne({ params: { id }, occasion: 'background', silent: true, signal }),
  });
  const resource: ShownResource | undefined = fresh.data ?? shown;
  if (!resource)
    return (
      <Card title={messages.card.name} onClose={onClose}>
        {fresh.isPending ? <Skeleton active title={false} /> : <LoadFailed error={fresh.error} onRetry={() => void fresh.refetch()} />}
      </Card>
    );
  return <ResourceFields resource={resource} isGone={fresh.isError} onClose={onClose} />;
}

function ResourceFields(props: { readonly resource: ShownResource; readonly isGone: boolean; readonly onClose: () => void }) {
  const { resource: r, isGone, onClose } = props;
  const room = useGlobeRoom();
  const { card, near } = useGlobeMessages();
  const locating = useLocatingStore();
  const { onlookers } = useLocatingMessages();
  const coverage = useCoverageMessages();
  const [mayWatch, mayAsk] = [useRight('watch-video'), useRight('watch-alarms')];
  // A past moment has no coverage: it is computed from the present masts.
  const isMast = useServices().replay === null && (r.kind === 'monitoring-point' || r.kind === 'camera');
  const area = [r.districtName, r.streetName].filter(Boolean).join(' ');
  return (
    <Card title={r.name} onClose={onClose}>
      {isGone && (
        <p className="marker-card-note" role="status">
          {card.gone}
        </p>
      )}
      <Rows
        rows={[
          [card.kind, near.kindNames[r.kind]],
          [card.code, r.code],
          [card.online, <State key="state" online={!isOffline(r)} />],
          [card.grid, `${r.gridName}${marks().brackets(r.gridNo)}`],
          ...(area === '' ? [] : [[card.street, area] as const]),
          [card.position, <Coordinates key="position" position={r.position} />],
          [card.height, r.heightMetres === null ? null : card.metres(Math.round(r.heightMetres))],
          [card.leader, r.leaderName],
          [card.phone, r.leaderPhone && <a href={`tel:${r.leaderPhone}`}>{r.leaderPhone}</a>],
          ...(r.rangeMetres === null ? [] : [[card.range, card.metres(r.rangeMetres)] as const]),
          ...(isMast && mayAsk ? [[coverage.mast.label, <MastCoverage key="coverage" of={r} />] as const] : []),
          ...(r.horizontalAngleDegrees === null ? [] : [[card.angle, `${r.horizontalAngleDegrees}°`] as const]),
          [card.description, r.description],
          ...Object.entries(r.attributes).map(([name, value]) => [name, String(value)] as const),
        ]}
      />
      <div className="marker-card-actions">
        <Button icon={<AimOutlined aria-hidden="true" />} onClick={() => fly(room, r.position)}>
          {card.fly}
        </Button>
        <ReachAct kind={r.kind} name={r.name} position={r.position} />
        <VideoEntry of={r} />
        {mayWatch && <Button onClick={() => locating.showOnlookers({ lng: r.position.lng, lat: r.position.lat })}>{onlookers.menu}</Button>}
      </div>
    </Card>
  );
}

function State({ online }: { readonly online: boolean }) {
  const { states } = useGlobeMessages().card;
  return (
    <span className="tag" data-online={online}>
      {online ? states.online : states.offline}
    </span>
  );
}

function RangerCard({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { card } = useGlobeMessages();
  const rangers = useServices().records(rangerRecords);
  // Subscribes to this ranger alone, because thousands of others may move.
  const ranger = useSyncExternalStore(rangers.subscribe, () => rangers.get(id));
  if (!ranger)
    return (
      <Card title={card.ranger} onClose={onClose}>
        <p className="marker-card-note">{card.gone}</p>
      </Card>
    );
  return <RangerFields ranger={ranger} onClose={onClose} />;
}

function RangerFields({ ranger, onClose }: { readonly ranger: ListedRanger; readonly onClose: () => void }) {
  const room = useGlobeRoom();
  const client = useClient();
  const showTrack = useShowTrack();
  const now = useNow();
  const { message } = App.useApp();
  const { card } = useGlobeMessages();
  const seesTracks = useRight('see-rangers');
  const seesMessages = useRight('watch-alarms');
  // A past moment is read-only.
  const isLive = useServices().replay === null;
  const safety = useSafetyOf(ranger.userId);
  /** null: the track is not shown. */
  const [path, setPath] = useState<Track | null>(null);
  const tracked = path !== null;
  const { last } = ranger;
  const [lng, lat] = [last?.position.lng, last?.position.lat];
  useEffect(() => () => showTrack([]), [showTrack]);
  // The track grows with each new position while it is shown.
  useEffect(() => {
    if (path === null || lng === undefined || lat === undefined) return;
    const end = path.at(-1);
    if (end?.lng === lng && end.lat === lat) return;
    setPath([...path, { lng, lat }]);
  }, [path, lng, lat]);
  useEffect(() => showTrack(path ?? []), [showTrack, path]);
  const track = async () => {
    if (tracked) return setPath(null);
    try {
      const beginTime = new Date(now - DAY_MS).toISOString();
      const points = await client.ranger.rangerTrack({ body: { userId: ranger.userId, beginTime }, silent: true });
      const way = points.filter(({ isDoubtful }) => !isDoubtful);
      if (way.length === 0) return void message.info(card.trackEmpty);
      setPath(way.map(({ position }) => position));
    } catch {
      void message.error(card.trackFailed);
    }
  };
  return (
    <Card title={ranger.fullName} onClose={onClose}>
      <Rows
        rows={[
          [card.online, <State key="state" online={isOnlineAt(ranger, now)} />],
          [card.grid, `${ranger.gridName}${marks().brackets(ranger.gridNo)}`],
          [card.phone, ranger.phone && <a href={`tel:${ranger.phone}`}>{ranger.phone}</a>],
          [card.lastContact, last && formatTime(last.at)],
          [card.received, last && formatTime(last.receivedAt)],
          [card.tasks, card.taskCount(ranger.taskIds.length)],
          [card.position, last && <Coordinates key="position" position={last.position} />],
          ...safety.rows,
        ]}
      />
      <div className="marker-card-actions">
        {isLive && <RangerActs ranger={ranger} />}
        {safety.act}
        {last && (
          <Button icon={<AimOutlined aria-hidden="true" />} onClick={() => fly(room, last.position)}>
            {card.fly}
          </Button>
        )}
        {last && <ReachAct kind="ranger" name={ranger.fullName} position={last.position} />}
        {seesTracks && (
          <Button aria-pressed={tracked} onClick={() => void track()}>
            {tracked ? card.hideTrack : card.track}
          </Button>
        )}
      </div>
      {isLive && seesMessages && <RangerMessages userId={ranger.userId} />}
    </Card>
  );
}

/** Safety of a person near a fire: margin and escape route. Empty for everybody else. */
function useSafetyOf(userId: string): { readonly rows: readonly Row[]; readonly act: ReactNode } {
  const records = useServices().records(safetyRecords);
  // Records are sorted by urgency: of two fires the nearer one is found.
  const person = useSyncExternalStore(records.subscribe, () => records.list().find((one) => one.userId === userId));
  const messages = useSafetyMessages();
  const { shown, show, clear } = useWaysOut();
  const now = useNow();
  if (person === undefined) return { rows: [], act: null };
  const wayOut = wayOutText(person, messages);
  const isShown = shown === person.id;
  return {
    rows: [
      [messages.fields.class, safetyText(person, now, messages, marks().comma)],
      ...(wayOut === null ? [] : [[messages.fields.way, wayOut] as const]),
    ],
    act: wayOut !== null && (
      <Button aria-pressed={isShown} onClick={() => (isShown ? clear() : show(person))}>
        {isShown ? messages.hideWay : messages.showWay}
      </Button>
    ),
  };
}

/** Flies in to the height at which a count splits into its resources. */
function flyIn(room: GlobeRoom, { level, lng, lat }: Extract<Picked, { readonly kind: 'resource-count' }>): void {
  const state = room.state();
  if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, heightMetres: state.map.COUNT_FLIES_TO_METRES[level] });
}

function fly(room: GlobeRoom, { lng, lat }: { readonly lng: number; readonly lat: number }): void {
  const state = room.state();
  if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
}

/** A reported burning: the application, its state and its review. */
interface BurningProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onFly: (position: LngLat) => void;
}

function BurningCard({ id, onClose, onFly }: BurningProps) {
  const { card } = useGlobeMessages();
  const messages = useBurningMessages();
  const { fields } = messages;
  const { overlays } = useServices();
  const list = useComingBurnings();
  // The map of 用火报备 shows further burnings.
  const burning = [...(overlays.listedBurnings.get() ?? []), ...(list.data ?? [])].find((one) => one.id === id);
  if (!burning)
    return (
      <Card title={messages.title} onClose={onClose}>
        {list.isPending && <Skeleton active title={false} />}
        {list.isError && <LoadFailed error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && <p className="marker-card-note">{messages.gone}</p>}
      </Card>
    );
  const { purpose, applicant, phone, position, gridName, gridNo, address, areaHectares, peopleCount, measures } = burning;
  const { reviewedBy, reviewedAt } = burning;
  return (
    <Card title={`${messages.purposes[purpose]} · ${applicant}`} onClose={onClose}>
      <Rows
        rows={[
          [fields.state, <BurningStateTag key="state" burning={burning} />],
          [
            fields.window,
            <span key="window" title={messages.window(formatTime(burning.startsAt), formatTime(burning.endsAt))}>
              {windowText(burning)}
            </span>,
          ],
          [
            fields.phone,
            <a key="phone" href={`tel:${phone}`}>
              {phone}
            </a>,
          ],
          [fields.grid, `${gridName}${marks().brackets(gridNo)}`],
          [fields.address, address],
          [card.position, <Coordinates key="position" position={position} />],
          [fields.area, areaHectares],
          [fields.peopleCount, peopleCount],
          [fields.measures, measures],
          ...(reviewedBy === null
            ? []
            : [[fields.review, messages.review.by(reviewedBy, reviewedAt === null ? '' : dayAndMinute(reviewedAt))] as const]),
          ...(burning.reviewNote === null ? [] : [[messages.review.note, burning.reviewNote] as const]),
        ]}
      />
      <div className="marker-card-actions">
        <Button icon={<AimOutlined aria-hidden="true" />} onClick={() => onFly(position)}>
          {card.fly}
        </Button>
        <ReviewBurning burning={burning} />
      </div>
    </Card>
  );
}

/** A card over the map for what a mark represents. */
export function Card(props: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const messages = useGlobeMessages().card;
  return (
    <section className="marker-card panel" role="dialog" aria-label={props.title}>
      <header className="panel-head">
        <h2 className="cut" title={props.title}>
          {props.title}
        </h2>
        <IconButton label={messages.close} icon={<CloseOutlined />} onClick={props.onClose} />
      </header>
      {props.children}
    </section>
  );
}

type Row = readonly [label: string, value: ReactNode];

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  const { unknown } = useGlobeMessages().card;
  return (
    <dl className="facts tabular">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
