// 框选: the user drags a rectangle or types two corners, presses 完成, and sees what is inside.

import { alarmRecords } from '@lookout/features/alarm/parts/alarm-records.ts';
import { rangerRecords } from '@lookout/features/ranger/parts/ranger-records.ts';
import { writeAssetKind } from '@lookout/features/resource/resource.wire.ts';
import { taskRecords } from '@lookout/features/task/parts/task-records.ts';
import { isInHand } from '@lookout/features/task/task.ts';
import { formatDecimal, parsePosition } from '@lookout/geo';
import type { BoxLayer, GeoBox } from '@lookout/map';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton } from 'antd';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { LoadFailed } from '../../../shared/LoadFailed.tsx';
import { useClient, useRecords } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { useHighlight } from '../../highlight-part.ts';
import { useGlobeMessages } from '../../messages.ts';
import type { MountedGlobe } from '../../room.ts';
import { useToolMessages } from '../messages.ts';
import { ToolPanel } from '../ToolPanel.tsx';
import { useToolState, useToolStore } from '../tool-store.ts';
import { ASKED_KINDS, type BoxRow, boxContents, boxOfCorners } from './box.ts';

/** Rows listed per group; the count shows the total. */
const LISTED_EACH = 100;

export function BoxTool({ mounted }: { readonly mounted: MountedGlobe }) {
  const { globe, map } = mounted;
  const { names, box: messages } = useToolMessages();
  const { store } = useToolStore();
  const { area, isFinished } = useToolState((state) => state.box);
  const layer = useRef<BoxLayer | null>(null);

  useEffect(() => {
    const mounted = map.mountBox(globe);
    layer.current = mounted;
    return () => {
      layer.current = null;
      mounted.destroy();
    };
  }, [globe, map]);
  useEffect(() => layer.current?.set(area), [area]);
  useEffect(() => {
    if (isFinished) return;
    const draw = map.mountDraw(globe);
    draw.set({
      kind: 'box',
      onBox: (next) => store.setState({ box: { area: next, isFinished: false } }),
      onDrop: () => undefined,
    });
    return draw.destroy;
  }, [globe, map, store, isFinished]);

  const hint = isFinished ? messages.hintDone : area === null ? messages.hintDrag : messages.hintReady;
  return (
    <ToolPanel title={names.box} hint={hint}>
      {area && (
        <p className="second tabular">
          {messages.corners}
          {marks().colon}
          {formatDecimal(area.west)}, {formatDecimal(area.south)} – {formatDecimal(area.east)}, {formatDecimal(area.north)}
        </p>
      )}
      <div className="tool-line line">
        {!isFinished && (
          <Button type="primary" disabled={area === null} onClick={() => store.setState({ box: { area, isFinished: true } })}>
            {messages.finish}
          </Button>
        )}
        {area && <Button onClick={() => store.setState({ box: { area: null, isFinished: false } })}>{messages.again}</Button>}
      </div>
      {!isFinished && <BoxByText onBox={(box) => store.setState({ box: { area: box, isFinished: true } })} />}
      {area && isFinished && <Contents area={area} mounted={mounted} />}
    </ToolPanel>
  );
}

function Contents({ area, mounted: { globe, map } }: { readonly area: GeoBox; readonly mounted: MountedGlobe }) {
  const { box: messages } = useToolMessages();
  const { near } = useGlobeMessages();
  const highlight = useHighlight();
  const client = useClient();
  const alarms = useRecords(alarmRecords);
  const rangers = useRecords(rangerRecords);
  const tasks = useRecords(taskRecords);
  const resources = useQuery({
    queryKey: ['box', area],
    queryFn: ({ signal }) =>
      client.resource.resourceList({
        body: { box: area, resourceType: ASKED_KINDS.map(writeAssetKind) },
        occasion: 'background',
        silent: true,
        signal,
      }),
  });
  const contents = useMemo(
    () => boxContents(area, { alarms, rangers, tasks: tasks.filter(isInHand), resources: resources.data ?? [] }),
    [area, alarms, rangers, tasks, resources.data],
  );
  useEffect(() => () => highlight(null), [highlight]);
  const fly = ({ lng, lat, name }: BoxRow) => {
    highlight({ lng, lat, label: name });
    void globe.flyTo({ lng, lat, rangeMetres: map.POPUP_FLY_IN_RANGE_METRES });
  };
  const nameOf = (id: (typeof contents.groups)[number]['id']) =>
    id === 'alarms' || id === 'rangers' || id === 'tasks' ? messages.groups[id] : near.kindNames[id];

  return (
    <>
      {resources.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {resources.isError && <LoadFailed error={resources.error} onRetry={() => void resources.refetch()} />}
      {!resources.isPending && (
        <p role="status" className="tabular">
          {contents.count === 0 && !resources.isError ? messages.none : messages.total(contents.count)}
        </p>
      )}
      {contents.groups.map(({ id, rows }) => (
        <details key={id} className="tool-group" open={rows.length <= 10}>
          <summary>
            {nameOf(id)} <span className="tabular">{rows.length}</span>
          </summary>
          <ul className="tool-list">
            {rows.slice(0, LISTED_EACH).map((row) => (
              <li key={row.id}>
                <button type="button" className="list-row" title={row.name} onClick={() => fly(row)}>
                  <span className="row-name cut">{row.name}</span>
                </button>
              </li>
            ))}
          </ul>
          {rows.length > LISTED_EACH && <p className="second">{messages.more(rows.length - LISTED_EACH)}</p>}
        </details>
      ))}
    </>
  );
}

/** A box given by two typed corners. */
function BoxByText({ onBox }: { readonly onBox: (box: GeoBox) => void }) {
  const { box: messages } = useToolMessages();
  const id = useId();
  const [texts, setTexts] = useState({ corner: '', opposite: '' });
  const [isBad, setIsBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [corner, opposite] = [parsePosition(texts.corner), parsePosition(texts.opposite)];
    const box = corner.ok && opposite.ok ? boxOfCorners(corner.value, opposite.value) : null;
    setIsBad(box === null);
    if (box) onBox(box);
  };
  return (
    <details className="tool-group">
      <summary>{messages.byText}</summary>
      <form className="tool-line line" noValidate onSubmit={submit}>
        {(['corner', 'opposite'] as const).map((which) => (
          <Input
            key={which}
            className="tabular"
            value={texts[which]}
            aria-label={messages[which]}
            placeholder={messages[which]}
            autoComplete="off"
            spellCheck={false}
            status={isBad ? 'error' : ''}
            aria-invalid={isBad}
            aria-describedby={isBad ? id : undefined}
            onChange={({ target }) => {
              setTexts({ ...texts, [which]: target.value });
              setIsBad(false);
            }}
          />
        ))}
        <Button htmlType="submit">{messages.take}</Button>
        {isBad && (
          <p id={id} role="alert" className="field-fault">
            {messages.badCorner}
          </p>
        )}
      </form>
    </details>
  );
}
