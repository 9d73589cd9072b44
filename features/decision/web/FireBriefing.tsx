// The briefing of one fire: its header with radius and refresh, and the tabs.
import { ArrowLeftOutlined, EnvironmentOutlined, ReloadOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { Chip, IconButton } from '@lookout/web/shared/IconButton.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useConnection, useNow, useServices } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton, Tabs } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { isInProgress, verdictOf } from '../../alarm/alarm.ts';
import { FlameIcon, RowTags, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { useCurrentAlarm } from '../../alarm/parts/actions/use-pending-requests.ts';
import { useAlarmView } from '../../alarm/parts/alarms-part.ts';
import { BurningTag, useIsOfBurning } from '../../incident/parts/BurningTag.tsx';
import { useResourceCatalogue } from '../../resource/parts/resource-catalogue.ts';
import { SituationTab } from '../../situation/parts/SituationTab.tsx';
import { SpreadTab } from '../../spread/parts/SpreadTab.tsx';
import { useSpreadOnMap } from '../../spread/parts/spread-part.ts';
import { RUN } from '../../spread/parts/use-spread.ts';
import { BRIEFING_RADII, type Briefing } from '../decision.calls.ts';
import { surroundingsOf } from '../parts/surroundings-part.ts';
import { CamerasTab } from './CamerasTab.tsx';
import { useDecisionMessages } from './messages.ts';
import { NearTab } from './NearTab.tsx';
import { SendTab } from './SendTab.tsx';
import { type Briefed, FRESH_MS, radiusChange, radiusIn, useBriefing } from './use-briefing.ts';
import { WhatTab } from './WhatTab.tsx';

const TABS = ['what', 'spread', 'near', 'cameras', 'send', 'situation'] as const;
/** The whole circle is in view next to the panel. */
const VIEW_RADII = 3;
const NOT_FOUND = 404;

export function FireBriefing({ fireId, url }: { readonly fireId: string; readonly url: UrlState }) {
  const messages = useDecisionMessages();
  const radiusMetres = radiusIn(url);
  const query = useBriefing(fireId, radiusMetres);
  const { data, error } = query;
  const isGone = error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === NOT_FOUND;
  return (
    <>
      <header className="panel-head">
        <Button
          type="link"
          size="small"
          icon={<ArrowLeftOutlined aria-hidden="true" />}
          onClick={() => url.set({ fireId: null, tab: null, [RUN]: null })}
        >
          {messages.another}
        </Button>
        <Freshness query={query} />
      </header>
      {query.isPending && <Skeleton active className="tab-wait" paragraph={{ rows: 8 }} />}
      {isGone && (
        <p className="note decision-gone" role="alert">
          {messages.gone}
        </p>
      )}
      {error && !isGone && <LoadFailed error={error} onRetry={() => void query.refetch()} />}
      {data && !isGone && <OneFire briefing={data} radiusMetres={radiusMetres} url={url} />}
    </>
  );
}

/** When the briefing was compiled, with a refresh button that is highlighted once the briefing is old. */
function Freshness({ query: { data, isFetching, refetch } }: { readonly query: UseQueryResult<Briefing> }) {
  const messages = useDecisionMessages();
  const now = useNow();
  const isOld = data !== undefined && now - data.at.getTime() > FRESH_MS;
  return (
    <span className="line hint tabular" data-old={isOld}>
      {data && messages.at(formatTime(data.at).slice(11))}
      {isOld && <span className="decision-old">{messages.old}</span>}
      <Button
        size="small"
        type={isOld ? 'primary' : 'default'}
        icon={<ReloadOutlined aria-hidden="true" />}
        loading={isFetching}
        onClick={() => void refetch()}
      >
        {messages.refresh}
      </Button>
    </span>
  );
}

interface OneFireProps {
  readonly briefing: Briefing;
  readonly radiusMetres: number;
  readonly url: UrlState;
}

function OneFire({ briefing, radiusMetres, url }: OneFireProps) {
  const messages = useDecisionMessages();
  const { alarm: terms } = useActionMessages();
  const { near } = useGlobeMessages();
  const broken = isBroken(useConnection());
  const isOfBurning = useIsOfBurning();
  const alarm = useCurrentAlarm(briefing.alarm);
  const fly = useOnMap({ briefing, alarm }, radiusMetres);
  useSpreadOnMap(url.get(RUN));
  const { stage } = alarm.response;
  const verdict = verdictOf(alarm.response);
  const briefed = { briefing, alarm };
  const bodies: Readonly<Record<(typeof TABS)[number], ReactNode>> = {
    what: <WhatTab {...briefed} />,
    spread: <SpreadTab alarm={alarm} url={url} />,
    near: <NearTab {...briefed} />,
    cameras: <CamerasTab {...briefed} />,
    send: <SendTab {...briefed} />,
    situation: <SituationTab fireId={alarm.id} isBurning={stage === 'in-progress'} verdict={verdictOf(alarm.response)} />,
  };
  return (
    <>
      <section className="decision-head stack" aria-label={alarm.formattedAddress} {...drillAttributes(alarm)}>
        <div className="line">
          {isInProgress(alarm.response) ? <FlameIcon size={18} /> : <SourceIcon kind={alarm.facts.kind} size={18} />}
          <strong className="decision-address">{alarm.formattedAddress}</strong>
          <IconButton label={messages.fly} icon={<EnvironmentOutlined />} onClick={fly} />
        </div>
        <p className="line decision-tags">
          <span className="hint">{terms.kinds[alarm.facts.kind]}</span>
          <span className="tag" data-state={verdict}>
            {terms.states[verdict]}
          </span>
          {isOfBurning(alarm) && <BurningTag />}
          <RowTags alarm={alarm} />
          <span className="hint tabular">{decimalText(alarm.position)}</span>
        </p>
        {(stage === 'closed' || stage === 'dismissed') && <p className="note">{messages.over}</p>}
        {broken && (
          <p className="note" role="status">
            {messages.stale}
          </p>
        )}
        <fieldset className="line decision-radii">
          <legend className="visually-hidden">{messages.radius}</legend>
          <span aria-hidden="true" className="second">
            {messages.radius}
          </span>
          {BRIEFING_RADII.map((metres) => (
            <Chip key={metres} pressed={metres === radiusMetres} onClick={() => url.set(radiusChange(metres))}>
              {distanceText(metres, near.units)}
            </Chip>
          ))}
        </fieldset>
      </section>
      <Tabs
        className="decision-tabs"
        size="small"
        destroyOnHidden
        activeKey={oneOf(TABS, url.get('tab')) ?? 'what'}
        onChange={(tab) => url.set({ tab: tab === 'what' ? null : tab })}
        items={TABS.map((key) => ({
          key,
          label: messages.tabs[key],
          children: (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
            <section className="decision-body" tabIndex={0} aria-label={messages.tabs[key]}>
              {bodies[key]}
            </section>
          ),
        }))}
      />
    </>
  );
}

/**
 * Draws circle, ring and surroundings on the map, and flies there when the fire is opened or the radius changes. @returns a function that
 * flies there again
 */
function useOnMap({ briefing, alarm }: Briefed, radiusMetres: number): () => void {
  const state = useGlobeState();
  const store = surroundingsOf(useServices());
  const resources = useResourceCatalogue();
  const view = useAlarmView();
  const { lng, lat } = alarm.position;
  const { groups } = briefing;
  const flown = useRef<string | null>(null);
  const fly = () => {
    if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: VIEW_RADII * radiusMetres });
  };
  useEffect(() => {
    const target = `${radiusMetres}`;
    if (state.kind !== 'ready' || flown.current === target) return;
    flown.current = target;
    void state.globe.flyTo({ lng, lat, rangeMetres: VIEW_RADII * radiusMetres });
  }, [state, lng, lat, radiusMetres]);
  useEffect(
    () => store.setState({ around: { centre: { lng, lat }, radiusMetres }, pointed: null, pinned: null }),
    [store, lng, lat, radiusMetres],
  );
  useEffect(() => {
    view.setState({ selected: alarm });
    return () => view.setState({ selected: null });
  }, [view, alarm]);
  useEffect(() => {
    resources.showFound(groups.flatMap(({ list }) => list));
    return () => resources.showFound([]);
  }, [resources, groups]);
  useEffect(() => () => store.setState({ around: null, pointed: null, pinned: null }), [store]);
  return fly;
}
