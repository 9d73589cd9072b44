// 周边: who arrives first, and the people and resources near the fire by kind, with distance, bearing and contact; a row highlights its
// position on the map.

import { wayText } from '@lookout/web/globe/distance-text.ts';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { ListedRanger } from '../../ranger/ranger.ts';
import { isOffline, isOnlineAt } from '../../resource/parts/markers.ts';
import type { AssetKind, NearbyAsset } from '../../resource/resource.ts';
import { ApproachNote } from '../../task/parts/dispatch/ApproachNote.tsx';
import { ArrivalList } from '../../travel/parts/ArrivalList.tsx';
import { useTravelMessages } from '../../travel/parts/messages.ts';
import { TravelNote, type TravelOrder, TravelOrderSwitch } from '../../travel/parts/TravelNote.tsx';
import { EVERYBODY, isTraveller, useMayEstimate, useNearest } from '../../travel/parts/use-nearest.ts';
import type { NearPlace } from '../briefing.ts';
import { pointing, usePointer } from '../parts/surroundings-part.ts';
import { useDecisionMessages } from './messages.ts';
import type { Briefed } from './use-briefing.ts';

/** People who can help come first, then resources, then dangers. Cameras have a separate tab. */
const KINDS = [
  'team',
  'fireCommand',
  'waterSource',
  'materialRepository',
  'checkStation',
  'HelicopterPoint',
  'uav',
  'watchTower',
  'DangerSource',
  'cemetery',
  'inspectionPost',
  'monitoring-point',
] as const satisfies readonly AssetKind[];
const PLACE_KINDS = ['village', 'road'] as const;
const SHOWN_AT_FIRST = 1;
/** The number of arrivals shown at first. */
const FIRST_SHOWN = 5;

export function NearTab({ briefing, alarm }: Briefed) {
  const messages = useDecisionMessages();
  const { near } = useGlobeMessages();
  const { groups, rangers, rangerCount, places, radiusMetres } = briefing;
  const travel = useTravelMessages();
  const mayEstimate = useMayEstimate();
  const [order, setOrder] = useState<TravelOrder>('time');
  const nearest = useNearest({ position: alarm.position, kinds: EVERYBODY, isWanted: order === 'time' });
  /** null: sorted by distance until the arrival times are known. */
  const arrivals = nearest.kind === 'known' ? nearest.rows : null;
  const contacts = contactsOf(briefing);
  const byKind = new Map(groups.map((group) => [group.kind, group]));
  const found = KINDS.flatMap((kind) => {
    const group = byKind.get(kind);
    return group && group.count > 0 && (arrivals === null || !isTraveller(kind)) ? [group] : [];
  });
  const missing = KINDS.filter((kind) => (byKind.get(kind)?.count ?? 0) === 0 && (arrivals === null || !isTraveller(kind))).map(
    (kind) => near.kindNames[kind],
  );
  const radius = distanceText(radiusMetres, near.units);
  return (
    <>
      <ApproachNote approach={briefing.approach} />
      {mayEstimate && <TravelOrderSwitch value={order} onChange={setOrder} />}
      <TravelNote nearest={nearest} />
      {arrivals && (
        <ArrivalList
          title={travel.title}
          goal={alarm.position}
          rows={arrivals}
          shownAtFirst={FIRST_SHOWN}
          facts={({ id }) => {
            const ranger = contacts.rangers.get(id);
            return ranger && <RangerTags ranger={ranger} />;
          }}
          beside={({ id }) => {
            const phone = contacts.phones.get(id);
            return phone && <a href={`tel:${phone}`}>{phone}</a>;
          }}
        />
      )}
      <p className="hint">{messages.byDistance}</p>
      {arrivals === null && (
        <Group
          title={messages.people}
          count={messages.peopleCount(rangerCount ?? 0)}
          items={rangers}
          total={rangerCount ?? 0}
          none={rangerCount === null ? messages.noPeopleRight : messages.none(radius)}
        >
          {(ranger) => <RangerRow key={ranger.userId} ranger={ranger} />}
        </Group>
      )}
      {found.map(({ kind, count, list }) => (
        <Group key={kind} title={near.kindNames[kind]} count={near.count(count)} items={list} total={count} none="">
          {(asset) => <AssetRow key={asset.id} asset={asset} />}
        </Group>
      ))}
      {PLACE_KINDS.map((kind) => {
        const items = places.filter((place) => place.kind === kind);
        return (
          <Group
            key={kind}
            title={messages.placeKinds[kind] ?? kind}
            count={near.count(items.length)}
            items={items}
            total={items.length}
            none={messages.noLayers}
          >
            {(place) => <PlaceRow key={place.id} place={place} />}
          </Group>
        );
      })}
      {missing.length > 0 && (
        <p className="second">
          {messages.none(radius)}
          {marks().colon}
          {missing.join(marks().list)}
        </p>
      )}
    </>
  );
}

/** The contacts in the briefing for those who arrive, by id. */
function contactsOf({ rangers, groups }: Briefed['briefing']) {
  const people = rangers.map(({ userId, phone }) => [userId, phone] as const);
  const assets = groups.flatMap(({ list }) => list.map(({ id, leaderPhone }) => [id, leaderPhone] as const));
  return { rangers: new Map(rangers.map((ranger) => [ranger.userId, ranger])), phones: new Map([...people, ...assets]) };
}

interface GroupProps<T> {
  readonly title: string;
  readonly count: string;
  /** Nearest first; may be fewer than there are. */
  readonly items: readonly T[];
  readonly total: number;
  readonly none: string;
  readonly children: (item: T) => ReactNode;
}

/** Shows the nearest entry at first, so that the officer sees every kind at a glance. */
function Group<T>({ title, count, items, total, none, children }: GroupProps<T>) {
  const messages = useDecisionMessages();
  const [isWide, setWide] = useState(false);
  const shown = isWide ? items : items.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="decision-section" aria-label={title}>
      <div className="line">
        <h3>{title}</h3>
        <span className="tabular hint">{count}</span>
        <span className="gap" />
        {items.length > SHOWN_AT_FIRST && (
          <Button
            type="link"
            size="small"
            aria-expanded={isWide}
            aria-label={`${title} ${isWide ? messages.less : messages.all}`}
            onClick={() => setWide(!isWide)}
          >
            {isWide ? messages.less : messages.all}
          </Button>
        )}
      </div>
      {items.length === 0 ? <p className="second">{none}</p> : <ul>{shown.map(children)}</ul>}
      {isWide && total > items.length && <p className="hint">{messages.more(total - items.length)}</p>}
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly way: { readonly distanceMetres: number; readonly bearingDegrees: number };
  readonly position: { readonly lng: number; readonly lat: number };
  readonly phone: string | null;
  readonly onOpen?: () => void;
  readonly children?: ReactNode;
}

/** Pointer or focus highlights the position; a click keeps the line, and opens the card if the object has one. */
function Row({ name, way, position, phone, onOpen, children }: RowProps) {
  const messages = useDecisionMessages();
  const { units } = useGlobeMessages().near;
  const pointer = usePointer();
  const at = { ...position, text: `${name} ${wayText(way, units)}` };
  const open = () => {
    pointer.keep(at);
    onOpen?.();
  };
  return (
    <li className="line decision-row">
      <button type="button" className="list-row" title={messages.keep(name)} onClick={open} {...pointing(pointer, at)}>
        <span className="row-name cut">{name}</span>
        {children}
        <span className="second tabular">{wayText(way, units)}</span>
      </button>
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
    </li>
  );
}

function RangerRow({ ranger }: { readonly ranger: ListedRanger }) {
  const { distanceMetres, bearingDegrees, last } = ranger;
  if (last === null || distanceMetres === null || bearingDegrees === null) return null;
  return (
    <Row name={ranger.fullName} way={{ distanceMetres, bearingDegrees }} position={last.position} phone={ranger.phone}>
      <RangerTags ranger={ranger} />
    </Row>
  );
}

function RangerTags({ ranger }: { readonly ranger: ListedRanger }) {
  const messages = useDecisionMessages();
  const isOnline = isOnlineAt(ranger, useNow());
  return (
    <>
      <span className="tag" data-online={isOnline}>
        {isOnline ? messages.online : messages.offline}
      </span>
      {ranger.taskIds.length > 0 && (
        <span className="tag" data-state="busy">
          {messages.busy(ranger.taskIds.length)}
        </span>
      )}
    </>
  );
}

function AssetRow({ asset }: { readonly asset: NearbyAsset }) {
  const messages = useDecisionMessages();
  const room = useGlobeRoom();
  const { distanceMetres, bearingDegrees, position, leaderName, leaderPhone } = asset;
  return (
    <Row
      name={asset.name}
      way={{ distanceMetres, bearingDegrees }}
      position={position}
      phone={leaderPhone}
      onOpen={() => room.pointAt({ kind: 'resource', id: asset.id, ...position })}
    >
      {isOffline(asset) && <span className="tag">{messages.offline}</span>}
      {leaderName && <span className="hint cut">{leaderName}</span>}
    </Row>
  );
}

function PlaceRow({ place }: { readonly place: NearPlace }) {
  const messages = useDecisionMessages();
  const { name, kind, layerName, position, households, inhabitants, isSchematic, ...way } = place;
  return (
    <Row name={name || layerName} way={way} position={position} phone={null}>
      {isSchematic && <span className="tag row-tag">{messages.schematic}</span>}
      {kind === 'village' && (
        <span className="hint tabular">
          {messages.inhabitants(inhabitants)}
          {households !== null && ` · ${messages.households(households)}`}
        </span>
      )}
    </Row>
  );
}
